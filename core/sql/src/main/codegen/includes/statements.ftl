<#-- Statements as PostgreSQL writes them. -->

boolean IfNotExists() :
{
}
{
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

SqlNode CreateTableStatement() :
{
    final Span s;
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNode query;
    boolean withData = true;
    List<String> columns = new ArrayList<String>();
    Map<String, String> settings = new java.util.HashMap<String, String>();
    OnCommit temporary = null;
    final List<SqlCreateTable.Element> elements = new ArrayList<SqlCreateTable.Element>();
}
{
    <CREATE> { s = span(); }
    [ [ <LOCAL> | <GLOBAL> ] ( <TEMP> | <TEMPORARY> ) { temporary = OnCommit.PRESERVE_ROWS; } ]
    <TABLE>
    ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    (
        LOOKAHEAD({ IsTableOfQuery() })
        [ columns = NameList() ]
        [ temporary = OnCommitClause(temporary) ]
        <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
        [ <WITH> [ <NO> { withData = false; } ] <DATA> ]
        {
            return new SqlDefinition(
                s.end(this),
                new Definition.CreateTableAs(
                    new Definition.NewTable(name, ifNotExists, temporary), columns, query, withData));
        }
    |
        <LPAREN>
        [
            TableElement(elements)
            ( <COMMA> TableElement(elements) )*
        ]
        <RPAREN>
        [ <WITH> settings = TableSettings() ]
        [ temporary = OnCommitClause(temporary) ]
        {
            return new SqlCreateTable(
                s.end(this),
                name,
                ifNotExists,
                elements,
                new SqlCreateTable.Terms(settings, temporary));
        }
    )
}

/** ON COMMIT action of a temporary table. */
OnCommit OnCommitClause(OnCommit temporary) :
{
    OnCommit chosen;
}
{
    <ON> <COMMIT>
    (
        <PRESERVE> <ROWS> { chosen = OnCommit.PRESERVE_ROWS; }
    |
        <DELETE> <ROWS> { chosen = OnCommit.DELETE_ROWS; }
    |
        <DROP> { chosen = OnCommit.DROP; }
    )
    {
        if (temporary == null) {
            throw new ColonnadeException(
                ErrorCode.INVALID_DEFINITION, "ON COMMIT can only be used on temporary tables");
        }
        return chosen;
    }
}

/** Returns whether AS follows, behind a list in parentheses if there is one. */
JAVACODE
boolean IsTableOfQuery() {
    int next = 1;
    if (getToken(1).kind == LPAREN) {
        int depth = 0;
        do {
            int inside = getToken(next++).kind;
            depth += inside == LPAREN ? 1 : inside == RPAREN ? -1 : 0;
            if (inside == EOF) {
                return false;
            }
        } while (depth > 0);
    }
    int kind = getToken(next).kind;
    boolean isOnCommit = kind == ON && getToken(next + 1).kind == COMMIT;
    // ON COMMIT takes three words more, or four.
    return kind == AS
        || (isOnCommit && (getToken(next + 3).kind == AS || getToken(next + 4).kind == AS));
}

void TableElement(List<SqlCreateTable.Element> elements) :
{
    SqlIdentifier name = null;
    SqlIdentifier column;
    final SqlDataTypeSpec type;
    final List<SqlCreateTable.KeyPart> key = new ArrayList<SqlCreateTable.KeyPart>();
    final List<String> columns = new ArrayList<String>();
    final java.util.Set<String> including = new java.util.HashSet<String>();
    final List<SqlCreateTable.ColumnConstraint> constraints =
        new ArrayList<SqlCreateTable.ColumnConstraint>();
    SqlTableRule rule;
    ConstraintTiming timing;
}
{
    <LIKE> name = CompoundIdentifier()
    (
        <INCLUDING> { including.add(getNextToken().image.toLowerCase(Locale.ROOT)); }
    |
        <EXCLUDING> { including.remove(getNextToken().image.toLowerCase(Locale.ROOT)); }
    )*
    {
        elements.add(new SqlCreateTable.Like(name, including));
    }
|
    LOOKAHEAD(<FAMILY> SimpleIdentifier() <LPAREN>)
    <FAMILY> name = SimpleIdentifier()
    <LPAREN> column = SimpleIdentifier() { columns.add(column.getSimple()); }
    ( <COMMA> column = SimpleIdentifier() { columns.add(column.getSimple()); } )*
    <RPAREN> {
        elements.add(new SqlCreateTable.Family(name.getSimple(), columns));
    }
|
    [ <CONSTRAINT> name = SimpleIdentifier() ]
    (
        <PRIMARY> <KEY> <LPAREN> TableKeyPart(key) ( <COMMA> TableKeyPart(key) )* <RPAREN>
        timing = RuleTiming() {
            elements.add(new SqlCreateTable.PrimaryKey(getPos(), name, key, timing));
        }
    |
        rule = TableRule(name) {
            elements.add(new SqlCreateTable.TableRule(rule));
        }
    )
|
    column = SimpleIdentifier()
    type = DataType()
    ( TableColumnConstraint(constraints) )*
    {
        elements.add(new SqlCreateTable.ColumnElement(column, type, constraints));
    }
}

void TableKeyPart(List<SqlCreateTable.KeyPart> key) :
{
    final SqlIdentifier column;
    boolean descending = false;
}
{
    column = SimpleIdentifier()
    [ <ASC> | <DESC> { descending = true; } ]
    {
        key.add(new SqlCreateTable.KeyPart(column, descending));
    }
}

void TableColumnConstraint(List<SqlCreateTable.ColumnConstraint> constraints) :
{
    final SqlNode value;
    SqlIdentifier name = null;
    final SqlTableRule rule;
    final ConstraintTiming timing;
    final boolean always;
    List<SequenceClause> clauses = new ArrayList<SequenceClause>();
}
{
    [ <CONSTRAINT> name = SimpleIdentifier() ]
    (
        <NOT> <NULL> { constraints.add(new SqlCreateTable.ColumnConstraint.NotNull()); }
    |
        <NULL> { constraints.add(new SqlCreateTable.ColumnConstraint.Null()); }
    |
        <PRIMARY> <KEY> timing = RuleTiming() {
            constraints.add(new SqlCreateTable.ColumnConstraint.PrimaryKey(getPos(), name, timing));
        }
    |
        <GENERATED> always = GeneratedWhen() <AS> <IDENTITY>
        [ <LPAREN> clauses = SequenceClauses() <RPAREN> ]
        {
            constraints.add(new SqlCreateTable.ColumnConstraint.Identity(always, clauses));
        }
    |
        <DEFAULT_> value = Expression(ExprContext.ACCEPT_NON_QUERY) {
            constraints.add(new SqlCreateTable.ColumnConstraint.Default(value));
        }
    |
        rule = ColumnRule(name) {
            constraints.add(new SqlCreateTable.ColumnConstraint.Rule(rule));
        }
    )
}

SqlNode InsertStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    SqlNodeList columns = null;
    SqlInsertRows.Overriding overriding = SqlInsertRows.Overriding.NOTHING;
    SqlNode source = null;
    OnConflict conflict = null;
    List<SqlNode> returning = null;
    boolean upserts = false;
}
{
    ( <INSERT> | <UPSERT> { upserts = true; } ) { s = span(); } <INTO>
    table = CompoundIdentifier()
    [ <AS> alias = SimpleIdentifier() ]
    [
        LOOKAHEAD(ParenthesizedSimpleIdentifierList())
        columns = ParenthesizedSimpleIdentifierList()
    ]
    [ overriding = OverridingClause() ]
    (
        <DEFAULT_> <VALUES>
    |
        source = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    [ LOOKAHEAD(1, { !upserts }) <ON> <CONFLICT> conflict = OnConflictClause() ]
    [ <RETURNING> returning = ReturningList() ]
    {
        final TargetAlias named = new TargetAlias(alias, table);
        return new SqlInsertRows(s.end(this),
            new SqlInsertRows.Target(table, columns, overriding, upserts), source, named.in(conflict),
            named.in(returning));
    }
}

SqlNode UpdateStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    SqlNode from = null;
    final List<SqlUpdateRows.Assignment> assignments = new ArrayList<SqlUpdateRows.Assignment>();
    SqlNode condition = null;
    List<SqlNode> returning = null;
}
{
    <UPDATE> { s = span(); }
    table = CompoundIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <SET> AssignmentTo(assignments) ( <COMMA> AssignmentTo(assignments) )*
    [ <FROM> from = FromClause() ]
    [ condition = Where() ]
    [ <RETURNING> returning = ReturningList() ]
    {
        return new SqlUpdateRows(s.end(this), new SqlTableRows(table, alias, from, condition, returning),
            assignments);
    }
}

void AssignmentTo(List<SqlUpdateRows.Assignment> assignments) :
{
    SqlIdentifier column;
    SqlNode subscript = null;
    final SqlNode value;
    final SqlNodeList values;
    final List<SqlIdentifier> columns = new ArrayList<SqlIdentifier>();
}
{
    column = SimpleIdentifier() [ <LBRACKET> subscript = Subscript() <RBRACKET> ] <EQ>
    (
        value = Default()
    |
        value = Expression(ExprContext.ACCEPT_SUB_QUERY)
    )
    {
        SqlUpdateRows.assign(assignments, column, subscript, value);
    }
|
    <LPAREN> column = SimpleIdentifier() { columns.add(column); }
    ( <COMMA> column = SimpleIdentifier() { columns.add(column); } )*
    <RPAREN> <EQ>
    [ <ROW> ]
    values = ParenthesizedQueryOrCommaListWithDefault(ExprContext.ACCEPT_SUB_QUERY) {
        SqlUpdateRows.assign(assignments, columns, values);
    }
}

OnConflict OnConflictClause() :
{
    SqlIdentifier constraint = null;
    final List<SqlNode> parts = new ArrayList<SqlNode>();
    final List<SqlUpdateRows.Assignment> assignments = new ArrayList<SqlUpdateRows.Assignment>();
    SqlNode condition = null;
    SqlNode keyCondition = null;
}
{
    [
        <LPAREN> ConflictPart(parts) ( <COMMA> ConflictPart(parts) )* <RPAREN>
        [ keyCondition = Where() ]
    |
        <ON> <CONSTRAINT> constraint = SimpleIdentifier()
    ]
    <DO>
    (
        <NOTHING>
    |
        <UPDATE> <SET> AssignmentTo(assignments) ( <COMMA> AssignmentTo(assignments) )*
        [ condition = Where() ]
    )
    {
        return new OnConflict(parts, keyCondition, constraint, assignments, condition);
    }
}

/** A column or an expression of the key that decides, and how PostgreSQL's index would order it. */
void ConflictPart(List<SqlNode> parts) :
{
    final SqlNode part;
}
{
    (
        LOOKAHEAD(SimpleIdentifier() ( <COMMA> | <RPAREN> )) part = SimpleIdentifier()
    |
        part = Expression(ExprContext.ACCEPT_NON_QUERY)
        [ LOOKAHEAD({ getToken(1).kind == IDENTIFIER }) SimpleIdentifier() ]
    )
    {
        parts.add(part);
    }
}

/** WITH in front of a statement that changes rows. */
SqlNode WithWriteStatement() :
{
    final SqlNodeList with;
    final SqlNode statement;
}
{
    (
        LOOKAHEAD({ WithLookahead.writes(new java.util.function.IntFunction<String>() {
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
        with = WithList()
        (
            statement = InsertStatement() { return ((SqlInsertRows) statement).with(with); }
        |
            statement = UpdateStatement() { return ((SqlUpdateRows) statement).with(with); }
        |
            statement = DeleteStatement() { return ((SqlDeleteRows) statement).with(with); }
        |
            statement = MergeStatement() { return ((SqlMergeRows) statement).with(with); }
        )
    |
        LOOKAHEAD({ false }) <EOF> { return null; }
    )
}

SqlNode DeleteStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    SqlNode from = null;
    SqlNode condition = null;
    List<SqlNode> returning = null;
}
{
    <DELETE> { s = span(); } <FROM>
    table = CompoundIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    [ <USING> from = FromClause() ]
    [ condition = Where() ]
    [ <RETURNING> returning = ReturningList() ]
    {
        return new SqlDeleteRows(s.end(this), new SqlTableRows(table, alias, from, condition, returning));
    }
}

List<SqlNode> ReturningList() :
{
    final List<SqlNode> list = new ArrayList<SqlNode>();
}
{
    AddSelectItem(list) ( <COMMA> AddSelectItem(list) )* {
        return list;
    }
}

SqlNode ShowStatement() :
{
    final Span s;
    final String name;
}
{
    <SHOW> { s = span(); }
    (
        <ALL> { name = "all"; }
    |
        <TIME> <ZONE> { name = "timezone"; }
    |
        LOOKAHEAD(2)
        <TRANSACTION> <ISOLATION> <LEVEL> { name = "transaction_isolation"; }
    |
        name = SettingName()
    )
    {
        return new SqlShowSetting(s.end(this), name);
    }
}
