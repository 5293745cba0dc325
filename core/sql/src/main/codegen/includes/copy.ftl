<#-- COPY as PostgreSQL writes it, in its form of today and in that of version 8. -->

SqlNode CopyStatement() :
{
    final Span s;
    SqlIdentifier table = null;
    SqlNodeList columns = null;
    SqlNode query = null;
    final boolean isFrom;
    final CopyOptions.Builder options = CopyOptions.builder();
}
{
    <COPY> { s = span(); }
    (
        <LPAREN> query = CopiedQuery() <RPAREN>
        <TO> { isFrom = false; }
    |
        [ LOOKAHEAD(<BINARY> CompoundIdentifier()) <BINARY> { options.set("format", "binary"); } ]
        table = CompoundIdentifier()
        [ columns = ParenthesizedSimpleIdentifierList() ]
        ( <FROM> { isFrom = true; } | <TO> { isFrom = false; } )
    )
    CopyPlace(isFrom)
    [ <WITH> ]
    (
        LOOKAHEAD(<LPAREN>)
        <LPAREN> CopyOption(options) ( <COMMA> CopyOption(options) )* <RPAREN>
    |
        ( OldCopyOption(options) )*
    )
    {
        return new SqlCopy(s.end(this), new SqlCopy.Target(table, columns), query,
            options.build(isFrom));
    }
}

SqlNode CopiedQuery() :
{
    final SqlNode query;
}
{
    (
        LOOKAHEAD(<INSERT>) query = InsertStatement()
    |
        LOOKAHEAD(<UPDATE>) query = UpdateStatement()
    |
        LOOKAHEAD(<DELETE>) query = DeleteStatement()
    |
        query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    {
        return query;
    }
}

void CopyPlace(boolean isFrom) :
{
    SqlIdentifier word;
}
{
    (
        word = SimpleIdentifier() { SqlCopy.requirePlace(word.getSimple(), isFrom); }
    |
        <QUOTED_STRING> { SqlCopy.requirePlace("'", isFrom); }
    )
}

void CopyOption(CopyOptions.Builder options) :
{
    final String name;
    String value = null;
    List<String> names = null;
}
{
    ( <NULL> { name = "null"; } | name = CopyWord() )
    [
        value = CopyValue()
    |
        <STAR> { names = new ArrayList<String>(); }
    |
        names = CopyNames()
    ]
    {
        if (names == null) {
            options.set(name, value);
        } else {
            options.set(name, names);
        }
    }
}

List<String> CopyNames() :
{
    final SqlNodeList list;
}
{
    list = ParenthesizedSimpleIdentifierList() {
        final List<String> names = new ArrayList<String>();
        for (SqlNode node : list) {
            names.add(((SqlIdentifier) node).getSimple());
        }
        return names;
    }
}

void OldCopyOption(CopyOptions.Builder options) :
{
    final String name;
    String value = null;
}
{
    ( <NULL> { name = "null"; } | name = CopyWord() )
    [
        LOOKAHEAD( [ <AS> ] <QUOTED_STRING>)
        [ <AS> ] value = CopyText()
    ]
    {
        options.setOld(name, value);
    }
}

String CopyWord() :
{
    final SqlIdentifier word;
}
{
    <BINARY> { return "binary"; }
|
    word = SimpleIdentifier() { return word.getSimple().toLowerCase(Locale.ROOT); }
}

String CopyValue() :
{
    final String value;
}
{
    <TRUE> { return "true"; }
|
    <FALSE> { return "false"; }
|
    <ON> { return "on"; }
|
    <UNSIGNED_INTEGER_LITERAL> { return token.image; }
|
    value = CopyText() { return value; }
|
    value = CopyWord() { return value; }
}

String CopyText() :
{
    final SqlNode literal;
}
{
    literal = StringLiteral() {
        return ((SqlLiteral) literal).getValueAs(String.class);
    }
}
