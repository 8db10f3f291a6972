from units3 import *
L=sys.argv[1];l=Lang(L)
base=dict(K=20000,R=3500,T=1500,B=2500,PT=2500)
import ast
for kw in map(eval,sys.argv[2:]):
    q={**base,**kw};t=time.time();v=V3(l,**q);v.report(str(q));print(round(time.time()-t),flush=True)
