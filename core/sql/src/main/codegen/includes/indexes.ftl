<#-- Indexes, and the constraints of tables. -->

SqlNode CreateIndexStatement() :
{
    final Span s;
    boolean unique = false;
    boolean ifNotExists = false;
    SqlIdentifier name = null;
    final SqlIdentifier table;
    final List<SqlCreateIndex.Part> parts = new ArrayList<SqlCreateIndex.Part>();
    List<SqlIdentifier> included = new ArrayList<SqlIdentifier>();
    SqlNode condition = null;
}
{
    <CREATE> { s = span(); }
    [ <UNIQUE> { unique = true; } ]
    <INDEX>
    [ LOOKAHEAD({ getToken(1).kind == CONCURRENTLY && getToken(2).kind != ON }) <CONCURRENTLY> ]
    [ LOOKAHEAD(<IF> <NOT> <EXISTS>) <IF> <NOT> <EXISTS> { ifNotExists = true; } ]
    [ name = SimpleIdentifier() ]
    <ON> [ LOOKAHEAD({ getToken(1).kind == ONLY }) <ONLY> ]
    table = CompoundIdentifier()
    [ <USING> SimpleIdentifier() ]
    <LPAREN> IndexPart(parts) ( <COMMA> IndexPart(parts) )* <RPAREN>
    [ ( <INCLUDE> | <STORING> ) included = NamesInParentheses() ]
    [ <WITH> IndexOptions() ]
    [ condition = Where() ]
    {
        return new SqlCreateIndex(s.end(this), name, ifNotExists,
            new SqlCreateIndex.Content(unique, table, parts, included, condition));
    }
}

void IndexPart(List<SqlCreateIndex.Part> parts) :
{
    final SqlNode column;
    boolean descending = false;
}
{
    column = Expression(ExprContext.ACCEPT_NON_QUERY)
    [ LOOKAHEAD({ getToken(1).kind == IDENTIFIER }) SimpleIdentifier() ]
    [ <ASC> | <DESC> { descending = true; } ]
    [ <NULLS> ( <FIRST> | <LAST> ) ]
    {
        parts.add(new SqlCreateIndex.Part(column, descending));
    }
}

/** Storage parameters of PostgreSQL's indexes: accepted, and without effect. */
void IndexOptions() :
{
}
{
    <LPAREN> IndexOption() ( <COMMA> IndexOption() )* <RPAREN>
}

void IndexOption() :
{
}
{
    SimpleIdentifier() [ <EQ> ( SimpleIdentifier() | Literal() ) ]
}

List<SqlIdentifier> NamesInParentheses() :
{
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    SqlIdentifier name;
}
{
    <LPAREN> name = SimpleIdentifier() { names.add(name); }
    ( <COMMA> name = SimpleIdentifier() { names.add(name); } )*
    <RPAREN> {
        return names;
    }
}

SqlNode DropIndexStatement() :
{
    final Span s;
    boolean ifExists = false;
    SqlIdentifier name;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
}
{
    <DROP> { s = span(); } <INDEX>
    [ LOOKAHEAD({ getToken(1).kind == CONCURRENTLY }) <CONCURRENTLY> ]
    [ LOOKAHEAD(<IF> <EXISTS>) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier() { names.add(name); }
    ( <COMMA> name = CompoundIdentifier() { names.add(name); } )*
    [ <CASCADE> | <RESTRICT> ]
    {
        return new SqlDropIndex(s.end(this), names, ifExists);
    }
}

SqlNode AlterIndexStatement() :
{
    final Span s;
    boolean ifExists = false;
    final SqlIdentifier name;
    final SqlIdentifier newName;
}
{
    <ALTER> { s = span(); } <INDEX>
    [ LOOKAHEAD(<IF> <EXISTS>) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier()
    <RENAME> <TO> newName = SimpleIdentifier()
    {
        return new SqlRenameIndex(s.end(this), name, newName, ifExists);
    }
}

SqlNode ReindexStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlReindex.Target target;
}
{
    <REINDEX> { s = span(); }
    (
        <INDEX> { target = SqlReindex.Target.INDEX; }
    |
        <TABLE> { target = SqlReindex.Target.TABLE; }
    |
        ( <SCHEMA> | <DATABASE> | <SYSTEM> ) { target = SqlReindex.Target.OTHER; }
    )
    [ LOOKAHEAD({ getToken(1).kind == CONCURRENTLY }) <CONCURRENTLY> ]
    name = CompoundIdentifier()
    {
        return new SqlReindex(s.end(this), target, name);
    }
}

/** A constraint as one of a table's, behind its name if it has one. */
SqlTableRule TableRule(SqlIdentifier name) :
{
    SqlNode condition;
    List<SqlIdentifier> columns;
    List<SqlIdentifier> included = new ArrayList<SqlIdentifier>();
    final SqlTableRule rule;
    final ConstraintTiming timing;
}
{
    (
        <UNIQUE> columns = NamesInParentheses()
        [ <INCLUDE> included = NamesInParentheses() ]
        {
            rule = new SqlTableRule.Unique(name, columns, included,
                ConstraintTiming.NOT_DEFERRABLE);
        }
    |
        <CHECK> <LPAREN> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN>
        [ LOOKAHEAD(2) <NO> <INHERIT> ]
        {
            rule = new SqlTableRule.Check(name, condition);
        }
    |
        <FOREIGN> <KEY> columns = NamesInParentheses()
        rule = ReferenceRule(name, columns)
    )
    timing = RuleTiming()
    {
        return rule.timed(timing);
    }
}

/** A constraint as one of a column's. */
SqlTableRule ColumnRule(SqlIdentifier name) :
{
    SqlNode condition;
    final SqlTableRule rule;
    final ConstraintTiming timing;
}
{
    (
        <UNIQUE> {
            rule = new SqlTableRule.Unique(name, new ArrayList<SqlIdentifier>(),
                new ArrayList<SqlIdentifier>(), ConstraintTiming.NOT_DEFERRABLE);
        }
    |
        <CHECK> <LPAREN> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN>
        [ LOOKAHEAD(2) <NO> <INHERIT> ]
        {
            rule = new SqlTableRule.Check(name, condition);
        }
    |
        rule = ReferenceRule(name, new ArrayList<SqlIdentifier>())
    )
    timing = RuleTiming()
    {
        return rule.timed(timing);
    }
}

SqlTableRule ReferenceRule(SqlIdentifier name, List<SqlIdentifier> columns) :
{
    final SqlIdentifier table;
    List<SqlIdentifier> targets = new ArrayList<SqlIdentifier>();
    SqlTableRule.Action onDelete = SqlTableRule.Action.NO_ACTION;
    SqlTableRule.Action onUpdate = SqlTableRule.Action.NO_ACTION;
}
{
    <REFERENCES> table = CompoundIdentifier()
    [ LOOKAHEAD(<LPAREN>) targets = NamesInParentheses() ]
    [ <MATCH> SimpleIdentifier() ]
    (
        LOOKAHEAD(2)
        <ON> <DELETE> onDelete = RuleAction()
    |
        LOOKAHEAD(2)
        <ON> <UPDATE> onUpdate = RuleAction()
    )*
    {
        return new SqlTableRule.Reference(name, columns,
            new SqlTableRule.Target(table, targets), new SqlTableRule.Actions(onDelete, onUpdate),
            ConstraintTiming.NOT_DEFERRABLE);
    }
}

SqlTableRule.Action RuleAction() :
{
}
{
    <NO> <ACTION> { return SqlTableRule.Action.NO_ACTION; }
|
    <RESTRICT> { return SqlTableRule.Action.RESTRICT; }
|
    <CASCADE> { return SqlTableRule.Action.CASCADE; }
|
    LOOKAHEAD(2)
    <SET> <NULL> { return SqlTableRule.Action.SET_NULL; }
|
    <SET> <DEFAULT_> { return SqlTableRule.Action.SET_DEFAULT; }
}
