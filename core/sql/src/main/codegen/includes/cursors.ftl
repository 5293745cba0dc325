<#-- Cursors of SQL: DECLARE, FETCH, MOVE. CLOSE is among the statements of sessions. -->

SqlNode CursorStatement() :
{
    final Span s;
    final SessionCommand command;
}
{
    (
        <DECLARE> { s = span(); } command = DeclareCommand()
    |
        <FETCH> { s = span(); } command = FetchCommand("FETCH")
    |
        <MOVE> { s = span(); } command = FetchCommand("MOVE")
    )
    {
        return new SqlSessionCommand(s.end(this), command);
    }
}

SessionCommand DeclareCommand() :
{
    final SqlIdentifier name;
    boolean scroll = false;
    boolean hold = false;
    final SqlParserPos start;
}
{
    name = SimpleIdentifier()
    (
        <BINARY>
    |
        <ASENSITIVE>
    |
        <INSENSITIVE>
    |
        <SCROLL> { scroll = true; }
    |
        <NO> <SCROLL>
    )*
    <CURSOR>
    [ <WITH> <HOLD> { hold = true; } | <WITHOUT> <HOLD> ]
    <FOR> {
        start = new SqlParserPos(getToken(1).beginLine, getToken(1).beginColumn);
    }
    OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) {
        return new SessionCommand.DeclareCursor(name.getSimple(), scroll, hold, start);
    }
}

<#-- A word alone is a name, whatever else it may mean. -->
SessionCommand FetchCommand(String tag) :
{
    final SqlIdentifier name;
    CursorStep step = CursorStep.NEXT;
}
{
    [
        LOOKAHEAD({ getToken(1).kind != FROM && getToken(1).kind != IN && getToken(2).kind != EOF })
        step = CursorStep()
    ]
    [ <FROM> | <IN> ]
    name = SimpleIdentifier() {
        return new SessionCommand.Fetch(tag, name.getSimple(), step);
    }
}

CursorStep CursorStep() :
{
    final long count;
}
{
    <NEXT> { return CursorStep.NEXT; }
|
    <PRIOR> { return CursorStep.ahead(-1); }
|
    <FIRST> { return CursorStep.to(1); }
|
    <LAST> { return CursorStep.to(-1); }
|
    <ABSOLUTE> count = IntLiteral() { return CursorStep.to(count); }
|
    <RELATIVE> count = IntLiteral() { return CursorStep.by(count); }
|
    <ALL> { return CursorStep.ahead(CursorStep.ALL); }
|
    <FORWARD> count = CursorCount() { return CursorStep.ahead(count); }
|
    <BACKWARD> count = CursorCount() { return CursorStep.ahead(-count); }
|
    count = IntLiteral() { return CursorStep.ahead(count); }
}

long CursorCount() :
{
    final long count;
}
{
    <ALL> { return CursorStep.ALL; }
|
    count = IntLiteral() { return count; }
|
    { return 1; }
}
