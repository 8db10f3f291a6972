from units2 import *
class Pieces:
    """names and loans: first piece an initial piece (stem, root, letter or own), then continuation pieces; fewest tokens, then largest sum of log counts"""
    def __init__(s,counts,initial,B,maxlen=8):
        s.init0=initial;s.maxlen=maxlen
        c=Counter()
        for w,n in counts.items():
            L=len(w)
            for i in range(0,L):
                for j in range(i+2,min(L,i+maxlen)+1):
                    x=w[i:j]
                    if i==0:
                        if x not in initial and j<L: c['^'+x]+=n
                    else: c[x]+=n
        let={ch for w in counts for ch in w}
        s.cost={}
        pool=dict(c.most_common(6*B)) if B else {}
        for x in pool: pool[x]=1.
        for size in (3*B,1.7*B,1.2*B,B):
            use=Counter();gain=Counter();s.pool=pool
            for w,n in counts.items():
                p,_=s.seg(w)
                for k,x in enumerate(p):
                    key=('^' if k==0 else '')+x
                    if key in pool: use[key]+=n*(1 if len(x)==2 else 1.0)
            ranked=sorted(use,key=lambda x:(-use[x],x))[:int(size)]
            pool={x:use[x] for x in ranked}
        s.pool=pool
    def seg(s,w):
        L=len(w);best=[None]*(L+1);best[0]=(0,0.,-1)
        for i in range(L):
            b=best[i]
            if b is None: continue
            for j in range(i+1,min(L,i+(99 if i==0 else s.maxlen))+1):
                x=w[i:j]
                if j==i+1: t=0.
                elif i==0 and x in s.init0: t=0.
                else:
                    t=s.pool.get(('^' if i==0 else '')+x)
                    if t is None: continue
                c=(b[0]+1,b[1]-j*0.001*0-len(x)**2*.001,i)
                if best[j] is None or c[:2]<best[j][:2]: best[j]=c
        p=[];j=L
        while j>0: i=best[j][2];p.append(w[i:j]);j=i
        return p[::-1],best[L][0]
    class E: pass
    def encode(s,w):
        e=Pieces.E();p,k=s.seg(w);e.ids=p;o=[];i=0
        for x in p: o.append((i,i+len(x)));i+=len(x)
        e.offsets=o
        return e
class V3(V2):
    def __init__(v,l,**q):
        B=q['B'];v.quick=True
        global bpe_pieces
        import units2
        def pieces(bc,size): return Pieces({w:n for w,n in bc.items() if len(w)<20 and n>=4},v.S|v.R,B)
        units2.bpe_pieces=pieces
        V2.__init__(v,l,**q)
if __name__=='__main__':
    L=sys.argv[1];l=Lang(L)
    base=dict(K=20500,R=3000,T=1000,B=2500,PT=2000,lam=.5)
    for kw in [dict(),dict(rho=.8),dict(K=22000,R=2500,T=800,PT=1500),dict(lam=1,rho=.8),dict(B=4000,K=19500)]:
        q={**base,**kw};t=time.time();v=V3(l,**q);v.report(str(q));v.fp();print(round(time.time()-t),flush=True)
