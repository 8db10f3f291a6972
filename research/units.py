import sys,pickle,time; import numpy as np
from collections import Counter,defaultdict
from ev import load,clitic_f1,root_exact
from rp import norm,RP,FIN
class RS(RP): pass
import __main__; __main__.RS=RS
class Lang:
    def __init__(s,L):
        s.L=L;s.an,s.sc=pickle.load(open(f'{L}_an.pkl','rb'));s.rp=pickle.load(open(f'{L}_rps.pkl','rb'))
        s.tr=pickle.load(open(f'{L}_words_tr.pkl','rb'));s.dv=pickle.load(open(f'{L}_words_dv.pkl','rb'))
        s.roots,s.cl=load(L)
        import stems
        s.clm=None
        s.stem={}
        try: s.stem,s.an2=pickle.load(open(f'{L}_stem.pkl','rb'))
        except FileNotFoundError:
            s.clm=stems.mkcl(L);s.an2={}
            need=set(s.dv)|{w for w,_,_ in s.roots}
            for g in s.cl.values(): need|=set(g)
            for w in need:
                if w not in s.an:
                    a=s.clm.analyse(w) if len(w)<=20 else None
                    s.an2[w]=(s.clm.parts(a[1]),a[3],a[2]) if a else ((),w,'')
            for st in set(x[1] for x in s.an.values())|set(x[1] for x in s.an2.values()):
                s.stem[st]=s.analyse_stem(st)
            pickle.dump((s.stem,s.an2),open(f'{L}_stem.pkl','wb'),4)
    def analyse_stem(s,st):
        if not 3<=len(st)<=12: return None
        a=s.rp.analyse(st)
        if a is None: return None
        n=norm(s.L,st);pos=a[3]
        root=''.join(n[i] for i in pos); surf=''.join((n if s.L=='he' else st)[i] for i in pos)
        pat=''.join('_' if i in pos else (n if s.L=='he' else st)[i] for i in range(len(n)))
        return surf,pat,pos,a[0]
    def get(s,w):
        a=s.an.get(w) or s.an2.get(w)
        return a if a else ((),w,'')
def bpe_pieces(counts,size):
    import morfem
    t=morfem.train.bpe({w:n for w,n in counts.items()},vocab_size=size,progress=False)
    return t
class Vocab:
    """quotas: words W, stems S, roots R, patterns T, pieces B"""
    def __init__(v,l,W,S,R,T,B,stemmin=0,rootpref=None):
        v.l=l
        # clusters
        cc=Counter()
        for w,n in l.tr.items(): 
            P=l.get(w)[0]
            if P: cc[P]+=n
        v.clus={p for p,_ in cc.most_common(60)}
        v.encl=set(x[2] for x in l.an.values())
        # words by gain: count*(tokens without -1). clitic words first estimate 2 tokens
        v.W=set();v.S=set();v.R=set();v.T={'___','____'};v.B=None
        wc=Counter()
        for w,n in l.tr.items():
            P,st,E=l.get(w)
            if P or E: wc[w]=n*((len(P)>0)+(len(E)>0))
        v.W={w for w,_ in wc.most_common(W)}
        sc=Counter()
        for w,n in l.tr.items():
            if w not in v.W: sc[l.get(w)[1]]+=n
        # stem gain: how many tokens root+pattern would need
        for st in list(sc):
            a=l.stem.get(st)
            if a and a[1].strip('_')=='' : sc[st]*=1  # is a root itself
        v.S={x for x,n in sc.most_common(S) if n>=stemmin}
        rc=Counter();tc=Counter()
        for st,n in sc.items():
            if st in v.S: continue
            a=l.stem.get(st)
            if a: rc[a[0]]+=n;tc[a[1]]+=n
        for _ in range(3):
            v.R={x for x,_ in rc.most_common(R)}; v.T={x for x,_ in tc.most_common(T)}|{'___','____'}
            rc2=Counter();tc2=Counter()
            for st,n in sc.items():
                if st in v.S: continue
                a=l.stem.get(st)
                if a:
                    if a[1] in v.T: rc2[a[0]]+=n
                    if a[0] in v.R: tc2[a[1]]+=n
            rc,tc=rc2,tc2
        # pieces for the rest
        bc=Counter()
        for st,n in sc.items():
            if st in v.S: continue
            a=l.stem.get(st)
            if not(a and a[0] in v.R and a[1] in v.T): bc[st]+=n
        v.rest=sum(bc.values())
        v.B=bpe_pieces(bc,256+B)
        v.cache={}
        v.size=len(v.W)+len(v.S)+len(v.R-{x for x in v.S})+len(v.T)+B+len(v.clus)+len(v.encl)
    def enc(v,w):
        """owner list, tokens, kind"""
        if w in v.cache: return v.cache[w]
        l=v.l
        if w in v.W or w in v.S: r=([0]*len(w),1,'W' if w in v.W else 'S')
        else:
            P,st,E=l.get(w);o=[];k=0
            if P:
                if P in v.clus: o+=[0]*sum(map(len,P));k=1
                else:
                    for x in P: o+=[k]*len(x);k+=1
            a=l.stem.get(st)
            if st in v.S: o+=[k]*len(st);k+=1;kind='cS'
            elif a and a[0] in v.R and a[1] in v.T:
                b=[k+1]*len(st)
                for i in a[2]: b[i]=k
                o+=b;k+=2 if a[1].strip('_') else 1;kind='RT'
            else:
                e=v.B.encode(st);kk=k
                b=[0]*len(st)
                if len(e.ids)>len(st): b=list(range(k,k+len(st)));k+=len(e.ids)
                else:
                    for j,(x,y) in enumerate(e.offsets):
                        for i in range(x,y): b[i]=k+j
                    k+=len(e.ids)
                o+=b;kind='B'
            if E: o+=[k]*len(E);k+=1
            r=(o,k,kind)
        v.cache[w]=r
        return r
    def report(v,tag=''):
        l=v.l;kinds=Counter();t=0
        for w,n in l.dv.items():
            o,k,kind=v.enc(w);t+=k*n;kinds[kind]+=n
        tot=sum(l.dv.values())
        own=lambda w:v.enc(w)[0]
        f={n:clitic_f1(g,own) for n,g in l.cl.items()}
        print(tag,'size',v.size,'fert',round(t/tot,4),{k:round(n/tot,3) for k,n in kinds.items()},'root',root_exact(l.roots,own),{n:(x['P'],x['R'],x['F1']) for n,x in f.items()},'rk',{k:round(c/len(l.roots),2) for k,c in Counter(v.enc(w)[2] for w,_,_ in l.roots).items()},flush=True)
if __name__=='__main__':
    L=sys.argv[1];l=Lang(L)
    for q in [(8000,10000,3000,1000,3000),(10000,12000,3000,1000,3000),(6000,14000,3500,1500,4000),(6000,8000,3500,1500,10000),(4000,8000,3500,1500,12000),(12000,4000,3500,2500,8000)]:
        t=time.time();Vocab(l,*q).report(str(q))
