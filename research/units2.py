from units import *
class V2(Vocab):
    def __init__(v,l,K,R,T,B,rho=1.,lam=0.,minroot=0.,clusters=60,PT=0,costB=2.6,iters=2,mu=1.,gam=.7,nu=1.,pmin=None):
        v.l=l;v.cache={};v.pmin=pmin
        cc=Counter()
        for w,n in l.tr.items():
            P=l.get(w)[0]
            if P: cc[P]+=n
        v.clus={p for p,_ in cc.most_common(clusters)}
        v.encl=set(x[2] for x in l.an.values())
        v.W=set();v.S=set()
        full=Counter()
        for w,n in l.tr.items(): full[l.get(w)[1]]+=n
        def cuts(a): 
            p=a[1]; return sum((x=='_')!=(y=='_') for x,y in zip(p,p[1:]))
        okc={st:(l.stem.get(st) if v.ok(l.stem.get(st)) else None) for st in full}
        v.okc=okc
        rcT=None
        RR=TT=None
        for it in range(iters):
            sc=Counter()
            for w,n in l.tr.items():
                if w not in v.W: sc[l.get(w)[1]]+=n
            g=[]
            for st,n in sc.items():
                a=okc.get(st)
                rt= a and (RR is None or (a[0] in RR and a[1] in TT))
                if len(st)==1: x=n
                elif rt:
                    x=n*mu*cuts(a)**gam if a[1].strip('_') else n*.3
                else: x=n*(costB-1)*nu
                g.append((x,st,0))
            for w,n in l.tr.items():
                P,st,E=l.get(w)
                if P or E: g.append((rho*n*((len(P)>0)+(len(E)>0)),w,1))
            g.sort(key=lambda t:(-t[0],t[1],t[2]))
            top=g[:K]
            v.W={w for _,w,k in top if k};v.S={w for _,w,k in top if not k}
            rc=Counter();tc=Counter()
            rest=Counter()
            for w,n in l.tr.items():
                if w not in v.W and w not in v.S: rest[l.get(w)[1]]+=n
            for st,n in rest.items():
                if st in v.S: continue
                a=okc.get(st)
                if a: rc[a[0]]+=n;tc[a[1]]+=n
            for _ in range(3):
                RR={x for x,_ in rc.most_common(R)};TT={x for x,_ in tc.most_common(T)}|{'___','____'}
                rc2=Counter();tc2=Counter()
                for st,n in rest.items():
                    if st in v.S: continue
                    a=okc.get(st)
                    if a:
                        if a[1] in TT: rc2[a[0]]+=n
                        if a[0] in RR: tc2[a[1]]+=n
                rc,tc=rc2,tc2
        v.R,v.T=RR,TT
        bc=Counter();ptc=Counter()
        for w,n in l.tr.items():
            if w in v.W or w in v.S: continue
            P,st,E=l.get(w)
            if st in v.S: continue
            a=okc.get(st)
            if a and a[0] in v.R and a[1] in v.T:
                if (P or E) and (a[1].strip('_') or (P and E)): ptc[(P,a[1],E)]+=n
            else: bc[st]+=n
        v.PT={x for x,_ in ptc.most_common(PT)}
        v.B=bpe_pieces(bc,256+B)
        v.size=len(v.W)+len(v.S|v.R)+len(v.T)+B+len(v.clus)+len(v.encl)+PT
    def ok(v,a):
        if a is None: return False
        return v.pmin is None or a[3]>=v.pmin
    def enc(v,w):
        if w in v.cache: return v.cache[w]
        l=v.l
        if w in v.W or w in v.S: r=([0]*len(w),1,'W' if w in v.W else 'S')
        else:
            P,st,E=l.get(w);a=l.stem.get(st) if st not in v.okc else v.okc[st]
            if st not in v.okc and not v.ok(a): a=None
            if st not in v.S and a and (P,a[1],E) in v.PT and a[0] in v.R:
                p=sum(map(len,P));o=[1]*len(w)
                for i in a[2]: o[p+i]=0
                r=(o,2,'RPT')
            else:
                o=[];k=0
                if P:
                    if P in v.clus: o+=[0]*sum(map(len,P));k=1
                    else:
                        for x in P: o+=[k]*len(x);k+=1
                if st in v.S: o+=[k]*len(st);k+=1;kind='cS'
                elif a and a[0] in v.R and a[1] in v.T:
                    b=[k+1]*len(st)
                    for i in a[2]: b[i]=k
                    o+=b;k+=2 if a[1].strip('_') else 1;kind='RT' if k>1 else 'R'
                else:
                    e=v.B.encode(st);b=[0]*len(st)
                    if len(e.ids)>len(st): b=list(range(k,k+len(st)))
                    else:
                        for j,(x,y) in enumerate(e.offsets):
                            for i in range(x,y): b[i]=k+j
                    k+=len(e.ids)
                    o+=b;kind='B'
                if E: o+=[k]*len(E);k+=1
                r=(o,k,kind)
        v.cache[w]=r
        return r
    def fp(v):
        for n,g in v.l.cl.items():
            c=Counter();fc=Counter();tc=Counter()
            for w,alts in g.items():
                o,k,kind=v.enc(w);cut={i for i in range(1,len(w)) if o[i]!=o[i-1]}
                c[kind]+=1;fc[kind]+=min(len(cut-a) for a in alts);tc[kind]+=max(len(cut&a) for a in alts)
            print('  ',n,{k:(c[k],'fp',fc[k],'tp',tc[k]) for k in c})
if __name__=='__main__':
    L=sys.argv[1];l=Lang(L)
    base=dict(K=20000,R=3000,T=1000,B=4000)
    for kw in [dict(),dict(lam=.5),dict(lam=2),dict(rho=.5,lam=.5),dict(rho=.5,lam=2),dict(PT=2000,K=18500,lam=.5),dict(PT=2000,K=20500,B=2000,lam=.5),dict(K=22000,R=2500,T=600,B=2000,PT=1500,lam=.5)]:
        q={**base,**kw};v=V2(l,**q);v.report(str(q));
    v.fp()
