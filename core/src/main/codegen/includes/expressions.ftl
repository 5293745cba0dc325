<#-- Expressions that PostgreSQL has and the template has not. -->

<DEFAULT, DQID, BTID> TOKEN :
{
    < NEGATE: "!" >
|   < TILDE: "~" >
|   < JSON_TEXT_AT: "->>" >
|   < PATH_AT: "#>" >
|   < PATH_TEXT_AT: "#>>" >
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
        ( <LAMBDA> | <JSON_TEXT_AT> | <PATH_AT> | <PATH_TEXT_AT> | <CONTAINS_ALL>
        | <CONTAINED_BY> | <OVERLAPS_WITH> | <SHIFT_RIGHT> | <BIT_XOR> | <VERTICAL_BAR> ) {
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

/** A literal behind the name of its type. */
SqlNode TypedLiteral() :
{
    final Span s;
    final String type;
    final String text;
}
{
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
