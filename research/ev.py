import sys,pickle,unicodedata,csv
sys.path.insert(0,'/work/main/python')
G='/work/shared/data/gold'
FIN={'ך':'כ','ם':'מ','ן':'נ','ף':'פ','ץ':'צ'}
def roots(L):
    out=[]
    for i,l in enumerate(open(f'{G}/{L}/roots/root_eval_words.tsv',encoding='utf8')):
        if i==0: continue
        c=l.rstrip('\n').split('\t'); out.append((c[0],[int(x) for x in c[2].split(',')],int(c[5]) if len(c)>5 else 1))
    return out
def seg_from_module(path,fmt):
    from morfem.evaluate import gold
    g=gold.read(path,fmt)
    # word -> list of cut sets
    d={}
    for a in range(len(g.analysis_word)):
        w=g.words[g.analysis_word[a]]; s=g.segments(a); e=0; cuts=set()
        for x in s[:-1]:
            e+=len(x); cuts.add(e)
        d.setdefault(w,[]).append(cuts)
    return d
def padt():
    d={}
    sents=[]; cur=[]
    for l in open(f'{G}/ar/ud/ar-ud-dev-v1.3.conllu',encoding='utf8'):
        l=l.rstrip('\n')
        if not l:
            sents.append(cur); cur=[]; continue
        if l[0]=='#': continue
        c=l.split('\t')
        f=''.join(ch for ch in c[1] if unicodedata.category(ch)!='Mn').replace('ٱ','ا').replace('ـ','')
        cur.append((f,c[4],c[3]))
    for s in sents:
        i=0
        while i<len(s):
            segs=[]; 
            while i<len(s)-1 and len(s[i][0])==1 and s[i][0] in 'وفبلكس' and s[i][1][0] in 'PCF': segs.append(s[i][0]); i+=1
            segs.append(s[i][0]); i+=1
            while i<len(s) and s[i][1].startswith('S') and len(s[i][0])<=4 and s[i][0] in ('ه','ها','هم','هن','هما','ك','كم','نا','ي','ني','كما'): segs.append(s[i][0]); i+=1
            w=''.join(segs)
            if not w or not all('ء'<=ch<='ي' for ch in w): continue
            if any(a=='ل' and b.startswith('ال') for a,b in zip(segs,segs[1:])): continue
            # ta marbuta before a pronoun
            if len(segs)>1 and any(x.endswith('ة') for x in segs[:-1]):
                segs=[x[:-1]+'ت' if x.endswith('ة') and k<len(segs)-1 else x for k,x in enumerate(segs)]; w=''.join(segs)
            e=0;cuts=set()
            for x in segs[:-1]: e+=len(x); cuts.add(e)
            d.setdefault(w,[])
            if cuts not in d[w]: d[w].append(cuts)
    return d
def clitics(L):
    if L=='he':
        return {n:seg_from_module(f'{G}/he/segmentation/he_{n}-dev-segments.tsv','ud_segments') for n in ('htb','iahltknesset','iahltwiki')}
    if L=='ar': return {'padt':padt(),'nafis':seg_from_module(f'{G}/ar/segmentation/nafis_analyses.tsv','nafis')}
    return {'silver':seg_from_module(f'{G}/ms/silver_affix.tsv','affixes')}
def load(L):
    import os
    p=f'/tmp/splx/{L}_gold.pkl'
    if not os.path.exists(p): pickle.dump(({} if L=='ms' else roots(L),clitics(L)),open(p,'wb'))
    return pickle.load(open(p,'rb'))
def clitic_f1(g,owner):
    "owner(word)->list of token numbers per char. Returns P,R,F1,exact"
    T=F=N=E=0
    for w,alts in g.items():
        o=owner(w); cut={i for i in range(1,len(w)) if o[i]!=o[i-1]}
        best=None
        for a in alts:
            t=len(cut&a);f=len(cut-a);n=len(a-cut); tot=2*t+f+n
            s=(1. if tot==0 else 2*t/tot,-(f+n))
            if best is None or s>best[0]: best=(s,t,f,n)
        T+=best[1];F+=best[2];N+=best[3];E+=best[2]+best[3]==0
    return dict(P=round(T/max(1,T+F),3),R=round(T/max(1,T+N),3),F1=round(2*T/max(1,2*T+F+N),3),exact=round(E/len(g),3),FP=F)
def root_exact(r,owner):
    h=c=0
    for w,pos,_ in r:
        o=owner(w); t=o[pos[0]]; s=[i for i in range(len(w)) if o[i]==t]
        h+= s==pos; c+= set(pos)<=set(s) and len(s)<len(w)
    return round(h/len(r),3),round(c/len(r),3)
if __name__=='__main__':
    for L in ('he','ar','ms'):
        r,c=load(L)
        for n,g in c.items(): print(L,n,len(g),'cuts',sum(len(a[0]) for a in g.values()),'chars',clitic_f1(g,lambda w:list(range(len(w)))),'words',clitic_f1(g,lambda w:[0]*len(w)))
