<#-- What tools write about the catalogue, and statements that show it or gather statistics. -->

/** An operator by its name: OPERATOR(pg_catalog.~). */
void NamedOperator(List<Object> list, ExprContext exprContext, Span s) :
{
    SqlOperator op;
}
{
    <OPERATOR> <LPAREN>
    [ SimpleIdentifier() <DOT> ]
    (
        <TILDE> { op = SqlStdOperatorTable.POSIX_REGEX_CASE_SENSITIVE; }
        [ <STAR> { op = SqlStdOperatorTable.POSIX_REGEX_CASE_INSENSITIVE; } ]
    |
        <NEGATE> <TILDE> { op = SqlStdOperatorTable.NEGATED_POSIX_REGEX_CASE_SENSITIVE; }
        [ <STAR> { op = SqlStdOperatorTable.NEGATED_POSIX_REGEX_CASE_INSENSITIVE; } ]
    |
        op = BinaryRowOperator()
    )
    <RPAREN> {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(op, s.pos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** COLLATE and a name: there is one order of texts, that of their characters. */
void NamedCollation(List<Object> list, ExprContext exprContext, Span s) :
{
}
{
    <COLLATE>
    (
        LOOKAHEAD(2)
        SimpleIdentifier() <DOT> ( <DEFAULT_> | SimpleIdentifier() )
    |
        <DEFAULT_>
    |
        SimpleIdentifier()
    )
}

SqlNode ShowObjectsStatement() :
{
    final Span s;
    final SqlShowObjects.Kind kind;
    SqlIdentifier table = null;
}
{
    <SHOW> { s = span(); }
    (
        <TABLES> { kind = SqlShowObjects.Kind.TABLES; }
    |
        <SEQUENCES> { kind = SqlShowObjects.Kind.SEQUENCES; }
    |
        <DATABASES> { kind = SqlShowObjects.Kind.DATABASES; }
    |
        <SCHEMAS> { kind = SqlShowObjects.Kind.SCHEMAS; }
    |
        <RANGES> { kind = SqlShowObjects.Kind.RANGES; }
        [ <FROM> [ <TABLE> ] table = CompoundIdentifier() ]
    |
        <COLUMNS> { kind = SqlShowObjects.Kind.COLUMNS; } <FROM> table = CompoundIdentifier()
    |
        <INDEXES> { kind = SqlShowObjects.Kind.INDEXES; }
        [ <FROM> table = CompoundIdentifier() ]
    |
        <CREATE> <TABLE> { kind = SqlShowObjects.Kind.CREATE_TABLE; } table = CompoundIdentifier()
    )
    {
        return new SqlShowObjects(s.end(this), kind, table);
    }
}

SqlNode AnalyzeStatement() :
{
    final Span s;
    final List<SqlIdentifier> tables = new ArrayList<SqlIdentifier>();
    boolean analyze = false;
    boolean vacuum = false;
}
{
    { s = span(); }
    (
        <ANALYZE> { analyze = true; } [ <VERBOSE> ]
    |
        <VACUUM> { vacuum = true; }
        [ <LPAREN> VacuumOption() ( <COMMA> VacuumOption() )* <RPAREN> ]
        [ <FULL> ] [ <VERBOSE> ] [ <ANALYZE> { analyze = true; } ]
    )
    [
        AnalyzedTable(tables)
        ( <COMMA> AnalyzedTable(tables) )*
    ]
    {
        return new SqlAnalyzeTables(s.end(this), vacuum, analyze, tables);
    }
}

/** A table; columns behind it are read, and all are looked at. */
void AnalyzedTable(List<SqlIdentifier> tables) :
{
    final SqlIdentifier table;
}
{
    table = CompoundIdentifier() { tables.add(table); }
    [ ParenthesizedSimpleIdentifierList() ]
}

void VacuumOption() :
{
}
{
    ( <FULL> | <ANALYZE> | <VERBOSE> | SimpleIdentifier() ) [ <TRUE> | <FALSE> | <ON> ]
}
