"""Malay: prefixes/suffixes as edge affixes. word = prefix string + stem + suffix string, EM on frequencies with leave-one-out."""
import sys,pickle,time; import numpy as np
from collections import Counter
from ev import load,clitic_f1
from cl import CL
PRE1=['','me','mem','men','meng','meny','menge','pe','pem','pen','peng','peny','penge','ber','be','bel','di','ter','se','ke','per','pel','memper','diper','keber','kese','seper','berke','berpe','teper','dike','ku','kau','terke','menye','mene','seke','sepe','seber','pember','pemer','keter','peme','mempe','menge','dipe','dipel','mempel','member']
PRE=[('',)]
def pre():
    one=['me','mem','men','meng','meny','menge','pe','pem','pen','peng','peny','penge','ber','be','bel','di','ter','se','ke','per','pel','ku','kau']
    two=[('mem','per'),('di','per'),('mem','pel'),('di','pel'),('se','per'),('ke','ber'),('ke','se'),('ke','ter'),('ber','ke'),('ber','pe'),('ber','per'),('ter','per'),('se','ke'),('se','pe'),('se','pem'),('se','pen'),('se','peng'),('pem','ber'),('pem','per'),('mem','ber'),('se','ber'),('se','ter'),('di','ke'),('di','se'),('me','nye'),('ku','per')]
    return {()}|{(x,) for x in one}|set(two)
def suf():
    a=['','kan','an','i'];b=['','nya','ku','mu','lah','kah'];out={()}
    for x in a:
        for y in b:
            for z in ('','lah') :
                t=tuple(q for q in (x,y,z) if q)
                if t.count('lah')<2 and not(y=='kah' and z): out.add(t)
    return out
class MS(CL):
    def __init__(s,minc=5,wt='freq',alpha=1.,minstem=3,pr=None,sf=None):
        s.L='ms';s.alpha=alpha;s.minstem=minstem
        from collections import defaultdict
        s.ps=defaultdict(list)
        for t in sorted(pr or pre(),key=lambda t:(len(t),t)): s.ps[''.join(t)].append(t)
        s.es={''.join(t):t for t in (sf or suf())}
        s.P=sorted(s.ps);s.E=sorted(s.es)
        tr=Counter()
        for w,n in pickle.load(open('ms_words_tr.pkl','rb')).items(): tr[w.lower()]+=n
        s.cnt={w:n for w,n in tr.items() if n>=minc and len(w)<=24};s.words=sorted(s.cnt)
        s.w=np.array([{'types':1.,'log':np.log(1+s.cnt[w]),'sqrt':s.cnt[w]**.5,'freq':float(s.cnt[w])}[wt] for w in s.words])
    def parts(s,p): return s.ps[p][0] if p else ()
    def owner(s,w):
        a=s.analyse(w.lower())
        if a is None: return [0]*len(w)
        o=[];k=0
        for x in s.parts(a[1]): o+=[k]*len(x);k+=1
        o+=[k]*len(a[3]);k+=1
        for x in s.es[a[2]]: o+=[k]*len(x);k+=1
        return o
if __name__=='__main__':
    r,c=load('ms')
    for kw in [dict(),dict(wt='sqrt'),dict(wt='log'),dict(wt='types'),dict(alpha=10.),dict(minc=2)]:
        m=MS(**kw);m.em(iters=10);print(kw,clitic_f1(c['silver'],m.owner),flush=True)
    m=MS();m.em()
    import random;random.seed(3);g=c['silver']
    for w in random.sample(list(g),400):
        o=m.owner(w);cut={i for i in range(1,len(w)) if o[i]!=o[i-1]}
        f=lambda c:'|'.join(w[a:b] for a,b in zip([0]+sorted(c),sorted(c)+[len(w)]))
        if cut not in g[w]: print(f(cut),'G',f(g[w][0]),end='; ')
