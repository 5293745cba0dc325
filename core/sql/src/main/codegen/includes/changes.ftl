<#-- MERGE, and WITH whose items change rows. -->

SqlNode MergeStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    final SqlNode source;
    final SqlNode condition;
    final List<MergeAction> actions = new ArrayList<MergeAction>();
}
{
    <MERGE> { s = span(); } <INTO>
    table = CompoundIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <USING> source = TableRef()
    <ON> condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
    ( MergeActionTo(actions) )+
    {
        return new SqlMergeRows(s.end(this), new SqlTableRows(table, alias, source, condition, null), actions);
    }
}

void MergeActionTo(List<MergeAction> actions) :
{
    boolean matched = true;
    SqlNode condition = null;
    final MergeAction.Change change;
}
{
    <WHEN> [ <NOT> { matched = false; } ] <MATCHED>
    [ <AND> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    <THEN>
    change = MergeChange()
    {
        actions.add(MergeAction.of(matched, condition, change, getPos()));
    }
}

MergeAction.Change MergeChange() :
{
    SqlNodeList columns = null;
    SqlInsertRows.Overriding overriding = SqlInsertRows.Overriding.NOTHING;
    SqlNode values = null;
    final List<SqlUpdateRows.Assignment> assignments = new ArrayList<SqlUpdateRows.Assignment>();
}
{
    <DO> <NOTHING> { return new MergeAction.Nothing(); }
|
    <DELETE> { return new MergeAction.Delete(); }
|
    <UPDATE> <SET> AssignmentTo(assignments) ( <COMMA> AssignmentTo(assignments) )*
    { return new MergeAction.Update(assignments); }
|
    <INSERT>
    [ columns = ParenthesizedSimpleIdentifierList() ]
    [ overriding = OverridingClause() ]
    (
        <DEFAULT_> <VALUES>
    |
        values = TableConstructor()
    )
    { return new MergeAction.Insert(columns, overriding, values); }
}

SqlInsertRows.Overriding OverridingClause() :
{
    final SqlInsertRows.Overriding overriding;
}
{
    <OVERRIDING>
    (
        <SYSTEM> { overriding = SqlInsertRows.Overriding.SYSTEM; }
    |
        <USER> { overriding = SqlInsertRows.Overriding.USER; }
    )
    <VALUE> { return overriding; }
}

/** WITH of which an item changes rows, in front of any statement. */
SqlNode WithChangesStatement() :
{
    final Span s;
    boolean recursive = false;
    final SqlNode body;
    final List<SqlWithChanges.Item> items = new ArrayList<SqlWithChanges.Item>();
}
{
    (
        LOOKAHEAD({ WithLookahead.changes(new java.util.function.IntFunction<String>() {
            private int at = 1;
            private Token reached = getToken(1);

            public String apply(int index) {
                if (index < at) {
                    at = 1;
                    reached = getToken(1);
                }
                for (; at < index; at++) {
                    if (reached.next == null) {
                        reached.next = token_source.getNextToken();
                    }
                    reached = reached.next;
                }
                return reached.image;
            }
        }) })
        <WITH> { s = span(); } [ <RECURSIVE> { recursive = true; } ]
        WithChangesItem(items, recursive) ( <COMMA> WithChangesItem(items, recursive) )*
        body = QueryOrChange()
        {
            return new SqlWithChanges(s.end(this), items, body);
        }
    |
        LOOKAHEAD({ false }) <EOF> { return null; }
    )
}

void WithChangesItem(List<SqlWithChanges.Item> items, boolean recursive) :
{
    final SqlIdentifier name;
    SqlNodeList columns = null;
    final SqlNode statement;
}
{
    name = SimpleIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    <AS>
    <LPAREN> statement = QueryOrChange() <RPAREN>
    {
        items.add(new SqlWithChanges.Item(name, columns, statement, recursive));
    }
}

SqlNode QueryOrChange() :
{
    final SqlNode statement;
}
{
    (
        statement = InsertStatement()
    |
        statement = UpdateStatement()
    |
        statement = DeleteStatement()
    |
        statement = MergeStatement()
    |
        statement = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    { return statement; }
}
