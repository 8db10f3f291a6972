from cl import *
r,c=load('ar')
def P(al,lla=True):
    out=set()
    for a in ('','و','ف'):
        for b in ('','ب','ك','ل','س'):
            out.add(tuple(x for x in (a,b) if x))
    return out
for kw in [dict(wt='freq',pro=P(0)),dict(wt='types',pro=P(0)),dict(wt='freq',pro=P(0),enc=['']),dict(wt='freq',pro=P(0),minc=3)]:
    m=CL('ar',**kw);m.em();print({k:v for k,v in kw.items() if k!='pro'},{n:clitic_f1(g,m.owner) for n,g in c.items()},flush=True)
g=c['padt'];import random
random.seed(2)
m=CL('ar',wt='freq',pro=P(0));m.em()
k=0
for w in random.sample(list(g),3000):
    o=m.owner(w);cut={i for i in range(1,len(w)) if o[i]!=o[i-1]}
    if cut not in g[w]:
        k+=1
        f=lambda c:'|'.join(w[a:b] for a,b in zip([0]+sorted(c),sorted(c)+[len(w)]))
        if k<60: print(f(cut),'GOLD',[f(a) for a in g[w]],end='; ')
