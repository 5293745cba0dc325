<#-- Expressions that PostgreSQL has and the template has not. -->

<DEFAULT, DQID, BTID> TOKEN :
{
    < NEGATE: "!" >
|   < TILDE: "~" >
|   < JSON_TEXT_AT: "->>" >
|   < PATH_AT: "#>" >
|   < PATH_TEXT_AT: "#>>" >
|   < WITHOUT_PATH: "#-" >
|   < CONTAINS_ALL: "@>" >
|   < CONTAINED_BY: "<" "@" >
|   < OVERLAPS_WITH: "&&" >
|   < SHIFT_RIGHT: ">>" >
|   < BIT_XOR: "#" >
|   < LIKE_SIGN: "~~" >
|   < LIKE_SIGN_ANY_CASE: "~~*" >
|   < NOT_LIKE_SIGN: "!~~" >
|   < NOT_LIKE_SIGN_ANY_CASE: "!~~*" >
|   < NUMBERED_PARAMETER: "$" (["0"-"9"])+ >
}

/** A cast written with two colons. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
    }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}

/** An operator that PostgreSQL has and Calcite has not. */
void PostgresInfix(List<Object> list, ExprContext exprContext, Span s) :
{
    SqlOperator op;
}
{
    (
        ( <LAMBDA> | <JSON_TEXT_AT> | <PATH_AT> | <PATH_TEXT_AT> | <WITHOUT_PATH> | <CONTAINS_ALL>
        | <CONTAINED_BY> | <OVERLAPS_WITH> | <SHIFT_RIGHT> | <BIT_XOR> | <VERTICAL_BAR>
        | <PATH_EXISTS> | <PATH_MATCHES> ) {
            op = ExtraOperators.named(token.image);
        }
    |
        <LIKE_SIGN> { op = SqlStdOperatorTable.LIKE; }
    |
        <NOT_LIKE_SIGN> { op = SqlStdOperatorTable.NOT_LIKE; }
    |
        <LIKE_SIGN_ANY_CASE> { op = SqlLibraryOperators.ILIKE; }
    |
        <NOT_LIKE_SIGN_ANY_CASE> { op = SqlLibraryOperators.NOT_ILIKE; }
    |
        <AT> <TIME> <ZONE> { op = ExtraOperators.AT_TIME_ZONE; }
    |
        LOOKAHEAD(2)
        <LIKE> <ANY> { op = ExtraOperators.named("any like"); }
    |
        <LIKE> <ALL> { op = ExtraOperators.named("all like"); }
    )
    {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(op, s.pos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** The type of intervals; a precision is read and means nothing. */
SqlTypeNameSpec IntervalTypeName() :
{
    final Span s;
}
{
    <INTERVAL> { s = span(); } PrecisionOpt() {
        return new SqlUserDefinedTypeNameSpec(new SqlIdentifier("interval", s.pos()), s.pos());
    }
}

/** A literal behind the name of its type, or an aggregate that collects values in an order. */
SqlNode TypedLiteral() :
{
    final Span s;
    final String type;
    final String text;
    final SqlNode collected;
}
{
    LOOKAHEAD({ CollectingAggregates.isName(getToken(1).image) && getToken(2).kind == LPAREN })
    collected = CollectingCall() { return collected; }
|
    <IDENTIFIER> { s = span(); type = unquotedIdentifier(); }
    text = SimpleStringLiteral() {
        return IntervalText.typed(type, text, s.end(this));
    }
}

/** The function that takes an array apart, where it is not in FROM. */
SqlNode UnnestCall() :
{
    final Span s;
    final SqlNode array;
}
{
    <UNNEST> { s = span(); }
    <LPAREN> array = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN> {
        return ExtraOperators.call("unnest", s.end(this), array);
    }
}

/** A call of an aggregate that takes ORDER BY, where the template knows its name as any other. */
SqlNode CollectingCall() :
{
    final Span s;
    final String name;
    SqlLiteral quantifier = null;
    final List<SqlNode> arguments = new ArrayList<SqlNode>();
    final SqlNodeList order;
    SqlCall call;
    final SqlNode filter;
}
{
    <IDENTIFIER> { s = span(); name = unquotedIdentifier(); }
    <LPAREN>
    [ quantifier = AllOrDistinct() ]
    AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY)
    ( <COMMA> AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY) )*
    [ order = OrderBy(true) { arguments.add(order); } ]
    <RPAREN> {
        call = CollectingAggregates.call(name, quantifier, s.end(this), arguments);
    }
    [
        <FILTER> <LPAREN> <WHERE> filter = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN> {
            call = SqlStdOperatorTable.FILTER.createCall(s.end(this), call, filter);
        }
    ]
    {
        return call;
    }
}
