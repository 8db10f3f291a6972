import pickle,re,sys,morfem
from collections import Counter,defaultdict
L=sys.argv[1]
LET={'he':'א-ת','ar':'ء-غف-ي','ms':'A-Za-z'}[L]
MARK={'he':'\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7','ar':'\u064b-\u0652\u0670','ms':''}[L]
tr,dv=pickle.load(open(f'{L}_ws.pkl','rb'))
rx=re.compile(f'([{LET}][{LET}{MARK}]*)')
mk=re.compile(f'[{MARK}]') if MARK else None
lt=re.compile(f'[{LET}]')
def parts(w):
    return [x for x in rx.split(w) if x]
non=Counter();marks=Counter();after=defaultdict(Counter);lead=Counter()
def scan(c,train,T=None):
    nt=mt=exc=runs=0;skel=Counter();ws=0
    for w,n in c.items():
        ps=parts(w);ws+=n
        for i,x in enumerate(ps):
            if lt.match(x):
                pre=None
                if i>0:
                    key=(i-1==0,ps[i-1][-1])
                    if train: after[key][1]+=n
                    elif not flag(key): exc+=n
                s=mk.sub('',x) if mk else x
                skel[s]+=n;runs+=n
                if len(s)<len(x):
                    p='';j=0
                    out=[]
                    for ch in x:
                        if lt.match(ch): out.append('·')
                        else: out[-1]+=ch
                    m=''.join(out)
                    if train: marks[m]+=n
                    else: mt+=n*T[1](m)
            else:
                k=('▁' if i==0 else '')+x
                if train: non[k]+=n
                else: nt+=n*T[0](k)
                if i==len(ps)-1:
                    if train: after[(i==0,x[-1])][0]+=n
                    elif flag((i==0,x[-1])): exc+=n*.8
    return nt,mt,exc,runs,skel,ws
flag=lambda k: after[k][1]>after[k][0]
scan(tr,1)
def bp(c,V):
    "plain BPE on whole runs, symbols are characters (pairs by count, greedy), no bytes"
    import heapq
    al=Counter()
    for k,n in c.items():
        for x in k: al[x]+=n
    V=max(V-min(len(al),V//2),1)
    words=[(list(k),n) for k,n in c.items() if n>=3 and len(k)<=40]
    pc=Counter();where=defaultdict(set)
    for i,(w,n) in enumerate(words):
        for p in zip(w,w[1:]): pc[p]+=n;where[p].add(i)
    rank={}
    for m in range(V):
        if not pc: break
        p,_=max(pc.items(),key=lambda t:(t[1],t[0]))
        rank[p]=m
        for i in list(where[p]):
            w,n=words[i]
            for q in zip(w,w[1:]): pc[q]-=n
            o=[];j=0
            while j<len(w):
                if j+1<len(w) and (w[j],w[j+1])==p: o.append(w[j]+w[j+1]);j+=2
                else: o.append(w[j]);j+=1
            words[i]=(o,n)
            for q in zip(o,o[1:]): pc[q]+=n;where[q].add(i)
        pc.pop(p,None);where.pop(p,None)
    cache={}
    def f(k):
        if k not in cache:
            w=list(k)
            while True:
                b=min(((rank.get(q,1e9),j) for j,q in enumerate(zip(w,w[1:]))),default=(1e9,0))
                if b[0]==1e9: break
                w[b[1]:b[1]+2]=[w[b[1]]+w[b[1]+1]]
            cache[k]=len(w)
        return cache[k]
    return f
res={}
for N,M in ((700,300),(1200,600),(2000,1200)):
    T=(bp(non,N),bp(marks,M) if marks else None)
    nt,mt,exc,runs,skel,ws=scan(dv,0,T)
    npt=sum(n for w,n in dv.items() if mk and mk.search(w))
    print(L,N,M,'ws',ws,'letter runs/ws',round(runs/ws,4),'non-letter tokens/ws',round(nt/ws,4),'marks tok/ws',round(mt/ws,4),'pointed share',round(npt/ws,4),'exceptions/ws',round(exc/ws,4),flush=True)
