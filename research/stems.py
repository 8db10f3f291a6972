"""clitics first, then root+pattern in the stem."""
import sys; from cl import *; import rp; from rp import RP,norm,residue
L=sys.argv[1]; r,c=load(L)
def arP():
    return {tuple(x for x in (a,b) if x) for a in ('','و','ف') for b in ('','ب','ك','ل','س')}
ARE=['','ه','ها','هم','هما','هن','كم','نا','ني','كما']
def mkcl(L):
    m=CL(L,wt='freq',pro=arP() if L=='ar' else None,enc=ARE if L=='ar' else None); m.em(); return m
if __name__=='__main__':
    cl=mkcl(L)
    tr=pickle.load(open(f'{L}_words_tr.pkl','rb'))
    sc=Counter();an={}
    for w,n in tr.items():
        a=cl.analyse(w) if len(w)<=20 else None
        if a is None: a=(0,'','',w)
        an[w]=(cl.parts(a[1]),a[3],a[2]); sc[a[3]]+=n
    pickle.dump((an,sc),open(f'{L}_an.pkl','wb'))
    class RS(RP): pass
    m=RP.__new__(RS)
    RP.__init__(m,L,pro=[''],enc=[''])
    cnt=Counter()
    for s,n in sc.items():
        cnt[norm(L,s)]+=n
    m.cnt=cnt;m.words=[w for w in sorted(cnt) if cnt[w]>=10 and 3<=len(w)<=12]
    m.build();m.em(iters=8,quiet=True)
    pickle.dump(m,open(f'{L}_rps.pkl','wb'))
    h=0
    for w,pos,_ in r:
        P,s,e=an.get(w,((),w,'')); a=m.analyse(s); k=sum(map(len,P))
        h+= a is not None and [k+i for i in a[3]]==pos
    print(L,'stems',len(m.keep),len(m.R),'residue cl+rp(stem)',h/len(r),'rp(stem model) on whole',residue(m,r)[:2])
    print([ (t,round(c)) for t,c in sorted(m.Tn.items(),key=lambda x:-x[1])[:60]])
