from ms2 import *
from units3 import Pieces
import lzma
def main():
    r,c=load('ms');g=c['silver']
    m=M2(beta=.3,wt='sqrt');m.em(iters=8)
    tr=pickle.load(open('ms_words_tr.pkl','rb'));dv=pickle.load(open('ms_words_dv.pkl','rb'))
    # overcutting check
    base={l.split('\t')[0] for l in open('/work/shared/data/gold/ms/malindo_roots.tsv',encoding='utf8')}
    silver={w for w in g}
    b=[w for w in base if tr.get(w,0)>=20 and w not in silver and w.isalpha()]
    print('base words',len(b),'left whole',round(sum(len(set(m.owner(w)))==1 for w in b)/len(b),3),[ (w,[m.analyse(w)[1],m.analyse(w)[3],m.analyse(w)[2]]) for w in sorted(b,key=lambda w:-tr[w]) if len(set(m.owner(w)))>1][:30])
    an={}
    def get(w):
        if w in an: return an[w]
        a=m.analyse(w.lower()) if len(w)<=24 else None
        if a is None: x=('',w,'')
        else: x=(w[:len(a[1])],w[len(a[1]):len(w)-len(a[2])],w[len(w)-len(a[2]):] if a[2] else '')
        an[w]=x;return x
    for K,rho,B in ((27000,1,2000),(27000,.5,2000),(27000,.3,2000),(25500,.5,4000),(25500,.2,4000)):
        # gains; affix strings count as one token
        sc=Counter();W=set()
        for it in range(2):
            sc=Counter();gl=[]
            for w,n in tr.items():
                if w in W: continue
                sc[get(w)[1]]+=n
            for x,n in sc.items(): gl.append((n*1.6,x,0))
            for w,n in tr.items():
                p,s,e=get(w)
                if p or e: gl.append((rho*n*((p!='')+(e!='')),w,1))
            gl.sort(key=lambda t:(-t[0],t[1]));top=gl[:K]
            W={w for _,w,k in top if k};S={w for _,w,k in top if not k}
        pc=Counter();ec=Counter();bc=Counter()
        for w,n in tr.items():
            if w in W or w in S: continue
            p,s,e=get(w);pc[p]+=n;ec[e]+=n
            if s not in S: bc[s]+=n
        PS={p for p,_ in pc.most_common(150)};ES={e for e,_ in ec.most_common(80)}
        B_=Pieces({w:n for w,n in bc.items() if len(w)<24 and n>=3},S,B)
        cache={}
        def enc(w):
            if w in cache: return cache[w]
            if w in W or w in S: r=([0]*len(w),1)
            else:
                p,s,e=get(w);o=[];k=0
                if p:
                    if p in PS: o+=[0]*len(p);k=1
                    else:
                        for x in m.parts(p.lower()): o+=[k]*len(x);k+=1
                if s in S: o+=[k]*len(s);k+=1
                else:
                    q=B_.encode(s)
                    for x in q.ids: o+=[k]*len(x);k+=1
                if e: o+=[k]*len(e);k+=1
                r=(o,k)
            cache[w]=r;return r
        f=clitic_f1(g,lambda w:enc(w)[0])
        print('K',K,'rho',rho,'B',B,'W',len(W),'S',len(S),'fert',round(sum(n*enc(w)[1] for w,n in dv.items())/sum(dv.values()),4),f,flush=True)
main()
