<#-- Subscripts of arrays, and JSON operators. -->

<DEFAULT, DQID, BTID> TOKEN :
{
    < PATH_EXISTS: "@?" >
|   < PATH_MATCHES: "@@" >
}

/** A subscript, or the two ends of a slice, either of which may be missing. */
SqlNode Subscript() :
{
    final Span s;
    SqlNode first = null;
    SqlNode last = null;
    boolean isSlice = false;
}
{
    { s = span(); }
    (
        <COLON> { isSlice = true; }
        [ last = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    |
        first = Expression(ExprContext.ACCEPT_SUB_QUERY)
        [
            <COLON> { isSlice = true; }
            [ last = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        ]
    )
    {
        return isSlice ? ExtraOperators.slice(s.end(this), first, last) : first;
    }
}
