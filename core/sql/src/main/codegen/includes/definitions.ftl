<#-- Statements that define things, change definitions and drop things. -->

SqlNode DefinitionStatement() :
{
    final Span s;
    final Definition definition;
}
{
    (
        <CREATE> { s = span(); } definition = CreateDefinition()
    |
        <ALTER> { s = span(); } definition = AlterDefinition()
    |
        <DROP> { s = span(); } definition = DropDefinition()
    |
        <TRUNCATE> { s = span(); } definition = TruncateDefinition()
    |
        <COMMENT> { s = span(); } <ON> definition = CommentDefinition()
    |
        <GRANT> { s = span(); SkipStatement(); definition = new Definition.Privileges("GRANT"); }
    |
        <REVOKE> { s = span(); SkipStatement(); definition = new Definition.Privileges("REVOKE"); }
    )
    {
        return new SqlDefinition(s.end(this), definition);
    }
}

/** Skips the rest of a statement that has no effect. */
JAVACODE
void SkipStatement() {
    while (getToken(1).kind != EOF && getToken(1).kind != SEMICOLON) {
        getNextToken();
    }
}

Definition CreateDefinition() :
{
    final SqlIdentifier name;
    final Definition definition;
    final List<SequenceClause> clauses;
    final List<String> labels = new ArrayList<String>();
    RoleOptions options;
    boolean isUser = false;
    boolean ifNotExists = false;
    boolean orReplace = false;
    SqlNode literal;
}
{
    (
        <SCHEMA> ifNotExists = IfNotExists()
        (
            <AUTHORIZATION> name = SimpleIdentifier()
        |
            name = SimpleIdentifier() [ <AUTHORIZATION> SimpleIdentifier() ]
        )
        { definition = new Definition.CreateSchema(name.getSimple(), ifNotExists); }
    |
        <DATABASE> name = SimpleIdentifier() {
            SkipStatement();
            definition = new Definition.CreateDatabase(name.getSimple());
        }
    |
        ( <ROLE> | <USER> { isUser = true; } )
        name = SimpleIdentifier() [ <WITH> ]
        options = RoleOptionList(isUser ? RoleOptions.NONE.withLogin(true) : RoleOptions.NONE)
        { definition = new Definition.CreateRole(name.getSimple(), options); }
    |
        <SEQUENCE> ifNotExists = IfNotExists() name = CompoundIdentifier()
        clauses = SequenceClauses()
        { definition = new Definition.CreateSequence(name, ifNotExists, false, clauses); }
    |
        <TYPE> name = CompoundIdentifier() <AS> <ENUM>
        <LPAREN>
        [
            literal = StringLiteral() { labels.add(TextOf(literal)); }
            ( <COMMA> literal = StringLiteral() { labels.add(TextOf(literal)); } )*
        ]
        <RPAREN>
        { definition = new Definition.CreateEnum(name, labels); }
    |
        [ <OR> <REPLACE> { orReplace = true; } ]
        <VIEW> definition = ViewDefinition(orReplace, false)
    )
    {
        return definition;
    }
}

Definition ViewDefinition(boolean orReplace, boolean temporary) :
{
    final SqlIdentifier name;
    List<String> columns = new ArrayList<String>();
    final SqlNode query;
    Definition.CheckClause check = null;
}
{
    name = CompoundIdentifier()
    [ columns = NameList() ]
    <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ check = ViewCheckClause() ]
    {
        return new Definition.CreateView(
            name, new Definition.ViewTerms(orReplace, temporary), columns, query, check);
    }
}

List<String> NameList() :
{
    SqlIdentifier name;
    final List<String> names = new ArrayList<String>();
}
{
    <LPAREN> name = SimpleIdentifier() { names.add(name.getSimple()); }
    ( <COMMA> name = SimpleIdentifier() { names.add(name.getSimple()); } )*
    <RPAREN>
    {
        return names;
    }
}

RoleOptions RoleOptionList(RoleOptions options) :
{
    SqlIdentifier word;
    SqlNode text;
}
{
    (
        [ <ENCRYPTED> ] <PASSWORD>
        (
            text = StringLiteral() { options = options.withPassword(TextOf(text)); }
        |
            <NULL> { options = options.withPassword(null); }
        )
    |
        <CONNECTION> <LIMIT> SignedLong()
    |
        <VALID> <UNTIL> StringLiteral()
    |
        word = SimpleIdentifier() { options = RoleWord(options, word); }
    )*
    {
        return options;
    }
}

JAVACODE
RoleOptions RoleWord(RoleOptions options, SqlIdentifier word) {
    switch (word.getSimple()) {
    case "login": return options.withLogin(true);
    case "nologin": return options.withLogin(false);
    case "superuser": return options.withSuperuser(true);
    case "nosuperuser": return options.withSuperuser(false);
    case "createdb": case "nocreatedb": case "createrole": case "nocreaterole":
    case "inherit": case "noinherit": case "replication": case "noreplication":
    case "bypassrls": case "nobypassrls":
        return options;
    default:
        throw new ParseException("unrecognized role option \"" + word.getSimple() + "\"");
    }
}

JAVACODE
String TextOf(SqlNode literal) {
    return SqlLiteral.unchain(literal).getValueAs(String.class);
}

long SignedLong() :
{
    boolean isNegative = false;
    final Token t;
}
{
    [ <MINUS> { isNegative = true; } | <PLUS> ]
    t = <UNSIGNED_INTEGER_LITERAL>
    {
        return DefinitionTexts.longOf(isNegative, t.image);
    }
}

List<SequenceClause> SequenceClauses() :
{
    SequenceClause clause;
    final List<SequenceClause> clauses = new ArrayList<SequenceClause>();
}
{
    ( clause = SequenceClausePart() { clauses.add(clause); } )*
    {
        return clauses;
    }
}

SequenceClause SequenceClausePart() :
{
    long value;
    final SqlDataTypeSpec type;
    SqlIdentifier name;
}
{
    <AS> type = DataType() { return new SequenceClause.As(type); }
|
    <INCREMENT> [ <BY> ] value = SignedLong() { return new SequenceClause.Increment(value); }
|
    <MINVALUE> value = SignedLong() { return new SequenceClause.Min(value); }
|
    <MAXVALUE> value = SignedLong() { return new SequenceClause.Max(value); }
|
    <NO>
    (
        <MINVALUE> { return new SequenceClause.Min(null); }
    |
        <MAXVALUE> { return new SequenceClause.Max(null); }
    |
        <CYCLE> { return new SequenceClause.Cycle(false); }
    )
|
    <START> [ <WITH> ] value = SignedLong() { return new SequenceClause.Start(value); }
|
    <RESTART>
    (
        LOOKAHEAD(1)
        [ <WITH> ] value = SignedLong() { return new SequenceClause.Restart(value); }
    |
        { return new SequenceClause.Restart(null); }
    )
|
    <CACHE> value = SignedLong() { return new SequenceClause.Cache(value); }
|
    <CYCLE> { return new SequenceClause.Cycle(true); }
|
    <OWNED> <BY>
    (
        LOOKAHEAD(1)
        <NONE> { return new SequenceClause.OwnedBy(null); }
    |
        name = CompoundIdentifier() { return new SequenceClause.OwnedBy(name); }
    )
|
    <ORDERED> { return new SequenceClause.Mode("ordered"); }
|
    <GAPLESS> { return new SequenceClause.Mode("gapless"); }
|
    <SEQUENCE> <NAME> name = CompoundIdentifier() { return new SequenceClause.Name(name); }
}

Definition DropDefinition() :
{
    final ObjectKind kind;
    boolean ifExists = false;
    boolean cascade = false;
    SqlIdentifier name;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
}
{
    kind = DroppedKind()
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier() { names.add(name); }
    ( <COMMA> name = CompoundIdentifier() { names.add(name); } )*
    [ <CASCADE> { cascade = true; } | <RESTRICT> | <WITH> <LPAREN> SimpleIdentifier() <RPAREN> ]
    {
        return new Definition.Drop(kind, names, ifExists, cascade);
    }
}

ObjectKind DroppedKind() :
{
}
{
    <TABLE> { return ObjectKind.TABLE; }
|
    <VIEW> { return ObjectKind.VIEW; }
|
    <SEQUENCE> { return ObjectKind.SEQUENCE; }
|
    <TYPE> { return ObjectKind.TYPE; }
|
    <SCHEMA> { return ObjectKind.SCHEMA; }
|
    <DATABASE> { return ObjectKind.DATABASE; }
|
    ( <ROLE> | <USER> ) { return ObjectKind.ROLE; }
}

Definition AlterDefinition() :
{
    final Definition definition;
}
{
    (
        <SEQUENCE> definition = AlterSequenceDefinition()
    |
        <TABLE> definition = AlterTableDefinition()
    |
        <VIEW> definition = AlterPlain(ObjectKind.VIEW)
    |
        <SCHEMA> definition = AlterPlain(ObjectKind.SCHEMA)
    |
        <DATABASE> definition = AlterPlain(ObjectKind.DATABASE)
    |
        <TYPE> definition = AlterTypeDefinition()
    |
        ( <ROLE> | <USER> ) definition = AlterRoleDefinition()
    )
    {
        return definition;
    }
}

Definition.Target DefinitionTarget(ObjectKind kind) :
{
    boolean ifExists = false;
    final SqlIdentifier name;
}
{
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier()
    {
        return new Definition.Target(kind, name, ifExists);
    }
}

/** RENAME TO, SET SCHEMA, OWNER TO: what all things have. */
Definition PlainChange(Definition.Target target) :
{
    final SqlIdentifier name;
}
{
    LOOKAHEAD(2)
    <RENAME> <TO> name = SimpleIdentifier() {
        return new Definition.Rename(target, name.getSimple());
    }
|
    LOOKAHEAD(2)
    <SET> <SCHEMA> name = SimpleIdentifier() {
        return new Definition.SetSchema(target, name.getSimple());
    }
|
    <OWNER> <TO> SimpleIdentifier() {
        return new Definition.LeaveAsIs(target);
    }
}

Definition AlterPlain(ObjectKind kind) :
{
    final Definition.Target target;
    final Definition definition;
}
{
    target = DefinitionTarget(kind)
    (
        definition = PlainChange(target)
    |
        LOOKAHEAD({ getToken(1).kind == SET || getToken(1).kind == RESET })
        { SkipStatement(); definition = new Definition.LeaveAsIs(target); }
    )
    {
        return definition;
    }
}

Definition AlterSequenceDefinition() :
{
    final Definition.Target target;
    final Definition definition;
    final List<SequenceClause> clauses;
}
{
    target = DefinitionTarget(ObjectKind.SEQUENCE)
    (
        definition = PlainChange(target)
    |
        clauses = SequenceClauses() { definition = new Definition.AlterSequence(target, clauses); }
    )
    {
        return definition;
    }
}

Definition AlterTypeDefinition() :
{
    final Definition.Target target;
    final Definition definition;
    SqlNode label;
    SqlNode other = null;
    boolean ifNotExists = false;
    boolean isBefore = false;
}
{
    target = DefinitionTarget(ObjectKind.TYPE)
    (
        <ADD> <VALUE> ifNotExists = IfNotExists()
        label = StringLiteral()
        [
            ( <BEFORE> { isBefore = true; } | <AFTER> )
            other = StringLiteral()
        ]
        {
            definition = new Definition.AddLabel(
                target.name(), TextOf(label), ifNotExists, other == null ? null : TextOf(other),
                isBefore);
        }
    |
        LOOKAHEAD(2)
        <RENAME> <VALUE> label = StringLiteral() <TO> other = StringLiteral() {
            definition = new Definition.RenameLabel(target.name(), TextOf(label), TextOf(other));
        }
    |
        definition = PlainChange(target)
    )
    {
        return definition;
    }
}

Definition AlterRoleDefinition() :
{
    final SqlIdentifier name;
    final SqlIdentifier newName;
    final RoleOptions options;
    final Definition definition;
}
{
    name = SimpleIdentifier()
    (
        <RENAME> <TO> newName = SimpleIdentifier() {
            definition = new Definition.Rename(
                new Definition.Target(ObjectKind.ROLE, name, false), newName.getSimple());
        }
    |
        LOOKAHEAD({ getToken(1).kind == SET || getToken(1).kind == RESET })
        {
            SkipStatement();
            definition = new Definition.LeaveAsIs(
                new Definition.Target(ObjectKind.ROLE, name, false));
        }
    |
        [ <WITH> ] options = RoleOptionList(RoleOptions.NONE) {
            definition = new Definition.AlterRole(name.getSimple(), options);
        }
    )
    {
        return definition;
    }
}

Definition AlterTableDefinition() :
{
    boolean ifExists = false;
    final SqlIdentifier table;
    final Definition.Target target;
    final Definition definition;
    SqlIdentifier name;
    SqlIdentifier newName;
    TableAction action;
    final List<TableAction> actions = new ArrayList<TableAction>();
}
{
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    [ LOOKAHEAD(2) <ONLY> ]
    table = CompoundIdentifier()
    { target = new Definition.Target(ObjectKind.TABLE, table, ifExists); }
    (
        LOOKAHEAD(2)
        definition = PlainChange(target)
    |
        LOOKAHEAD(2)
        <RENAME> <CONSTRAINT> name = SimpleIdentifier() <TO> newName = SimpleIdentifier() {
            definition = new Definition.RenameConstraint(
                target, name.getSimple(), newName.getSimple());
        }
    |
        <RENAME> [ LOOKAHEAD(2, { getToken(2).kind != TO }) <COLUMN> ]
        name = SimpleIdentifier() <TO> newName = SimpleIdentifier() {
            definition = new Definition.RenameColumn(
                target, name.getSimple(), newName.getSimple());
        }
    |
        action = AlterTableAction() { actions.add(action); }
        ( <COMMA> action = AlterTableAction() { actions.add(action); } )*
        { definition = new Definition.AlterTable(target, actions); }
    )
    {
        return definition;
    }
}

TableAction AlterTableAction() :
{
    final TableAction action;
    boolean ifNotExists = false;
    boolean ifExists = false;
    boolean cascade = false;
    SqlIdentifier name;
    final SqlTableRule rule;
    final ConstraintTiming timing;
    final List<SqlCreateTable.KeyPart> key = new ArrayList<SqlCreateTable.KeyPart>();
    final SqlCreateTable.ColumnElement column;
    final Map<String, String> settings;
    final List<String> names;
}
{
    (
        LOOKAHEAD({ getToken(1).kind == ADD && getToken(2).kind != CONSTRAINT
            && getToken(2).kind != PRIMARY && getToken(2).kind != UNIQUE
            && getToken(2).kind != CHECK && getToken(2).kind != FOREIGN })
        <ADD> [ LOOKAHEAD(2) <COLUMN> ]
        [ LOOKAHEAD(3) <IF> <NOT> <EXISTS> { ifNotExists = true; } ]
        column = AddedColumn() {
            action = new TableAction.AddColumn(column, ifNotExists);
        }
    |
        LOOKAHEAD({ getToken(1).kind == DROP && getToken(2).kind != CONSTRAINT })
        <DROP> [ LOOKAHEAD(2) <COLUMN> ]
        [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
        name = SimpleIdentifier()
        [ <CASCADE> { cascade = true; } | <RESTRICT> ]
        { action = new TableAction.DropColumn(name.getSimple(), ifExists, cascade); }
    |
        <DROP> <CONSTRAINT> [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
        name = SimpleIdentifier()
        [ <CASCADE> { cascade = true; } | <RESTRICT> ]
        { action = new TableAction.DropConstraint(name.getSimple(), ifExists, cascade); }
    |
        <ADD> { name = null; } [ <CONSTRAINT> name = SimpleIdentifier() ]
        (
            <PRIMARY> <KEY> <LPAREN> TableKeyPart(key) ( <COMMA> TableKeyPart(key) )* <RPAREN>
            timing = RuleTiming() {
                action = new TableAction.AddKey(
                    new SqlCreateTable.PrimaryKey(getPos(), name, key, timing));
            }
        |
            rule = TableRule(name) { action = new TableAction.AddRule(rule); }
        )
    |
        LOOKAHEAD(2)
        <ALTER> <CONSTRAINT> name = SimpleIdentifier() timing = RuleTiming() {
            action = new TableAction.AlterConstraint(name.getSimple(), timing);
        }
    |
        <ALTER> [ LOOKAHEAD(2) <COLUMN> ] name = SimpleIdentifier()
        action = AlterColumnAction(name.getSimple())
    |
        <SET> settings = TableSettings() { action = new TableAction.SetSettings(settings); }
    |
        <RESET> names = NameList() { action = new TableAction.ResetSettings(names); }
    |
        <SPLIT> <AT> action = SplitAction()
    )
    {
        return action;
    }
}

SqlCreateTable.ColumnElement AddedColumn() :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    final List<SqlCreateTable.ColumnConstraint> constraints =
        new ArrayList<SqlCreateTable.ColumnConstraint>();
}
{
    name = SimpleIdentifier() type = DataType()
    ( TableColumnConstraint(constraints) )*
    {
        return new SqlCreateTable.ColumnElement(name, type, constraints);
    }
}

TableAction AlterColumnAction(String column) :
{
    final TableAction action;
    final SqlDataTypeSpec type;
    SqlNode value = null;
    boolean always;
    boolean ifExists = false;
    List<SequenceClause> clauses = new ArrayList<SequenceClause>();
    final Boolean changed;
}
{
    (
        LOOKAHEAD(2)
        <SET> <DEFAULT_> value = Expression(ExprContext.ACCEPT_NON_QUERY) {
            action = new TableAction.SetDefault(column, value);
        }
    |
        LOOKAHEAD(2)
        <SET> <NOT> <NULL> { action = new TableAction.SetNullable(column, false); }
    |
        LOOKAHEAD(2)
        <DROP> <DEFAULT_> { action = new TableAction.SetDefault(column, null); }
    |
        LOOKAHEAD(2)
        <DROP> <NOT> <NULL> { action = new TableAction.SetNullable(column, true); }
    |
        <DROP> <IDENTITY> [ <IF> <EXISTS> { ifExists = true; } ] {
            action = new TableAction.DropIdentity(column, ifExists);
        }
    |
        <ADD> <GENERATED> always = GeneratedWhen() <AS> <IDENTITY>
        [ <LPAREN> clauses = SequenceClauses() <RPAREN> ]
        { action = new TableAction.AddIdentity(column, always, clauses); }
    |
        LOOKAHEAD({ getToken(1).kind == TYPE
            || getToken(1).kind == SET && getToken(2).kind == DATA })
        [ <SET> <DATA> ] <TYPE> type = DataType()
        [ <USING> value = Expression(ExprContext.ACCEPT_NON_QUERY) ]
        { action = new TableAction.ChangeType(column, type, value); }
    |
        changed = IdentityChanges(clauses) {
            action = new TableAction.ChangeIdentity(column, changed, clauses);
        }
    )
    {
        return action;
    }
}

Boolean IdentityChanges(List<SequenceClause> clauses) :
{
    Boolean always = null;
    SequenceClause clause;
}
{
    (
        LOOKAHEAD(2)
        <SET> <GENERATED> always = GeneratedWhen()
    |
        <SET> clause = SequenceClausePart() { clauses.add(clause); }
    |
        <RESTART> { clause = new SequenceClause.Restart(null); }
        [ [ <WITH> ] { long value; } value = SignedLong() { clause = new SequenceClause.Restart(value); } ]
        { clauses.add(clause); }
    )+
    {
        return always;
    }
}

boolean GeneratedWhen() :
{
}
{
    <ALWAYS> { return true; }
|
    <BY> <DEFAULT_> { return false; }
}

TableAction SplitAction() :
{
    final List<List<SqlNode>> rows = new ArrayList<List<SqlNode>>();
}
{
    [ <VALUES> ]
    SplitRow(rows) ( LOOKAHEAD(2) <COMMA> SplitRow(rows) )*
    {
        return new TableAction.SplitAt(rows);
    }
}

void SplitRow(List<List<SqlNode>> rows) :
{
    SqlNode value;
    final List<SqlNode> row = new ArrayList<SqlNode>();
}
{
    <LPAREN> value = Expression(ExprContext.ACCEPT_NON_QUERY) { row.add(value); }
    ( <COMMA> value = Expression(ExprContext.ACCEPT_NON_QUERY) { row.add(value); } )*
    <RPAREN>
    {
        rows.add(row);
    }
}

Map<String, String> TableSettings() :
{
    final Map<String, String> settings = new java.util.LinkedHashMap<String, String>();
}
{
    <LPAREN> TableSetting(settings) ( <COMMA> TableSetting(settings) )* <RPAREN>
    {
        return settings;
    }
}

void TableSetting(Map<String, String> settings) :
{
    final SqlIdentifier name;
    SqlNode value = null;
    long number;
}
{
    name = CompoundIdentifier()
    { String text = "true"; }
    [
        <EQ>
        (
            value = StringLiteral() { text = TextOf(value); }
        |
            LOOKAHEAD({ getToken(1).kind == MINUS || getToken(1).kind == PLUS
                || getToken(1).kind == UNSIGNED_INTEGER_LITERAL })
            number = SignedLong() { text = Long.toString(number); }
        |
            { text = getNextToken().image; }
        )
    ]
    {
        settings.put(name.toString(), text);
    }
}

Definition TruncateDefinition() :
{
    SqlIdentifier name;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    boolean restart = false;
    boolean cascade = false;
}
{
    [ <TABLE> ] [ LOOKAHEAD(2) <ONLY> ]
    name = CompoundIdentifier() { names.add(name); } [ <STAR> ]
    ( <COMMA> [ LOOKAHEAD(2) <ONLY> ] name = CompoundIdentifier() { names.add(name); } )*
    [ <RESTART> <IDENTITY> { restart = true; } | <CONTINUE> <IDENTITY> ]
    [ <CASCADE> { cascade = true; } | <RESTRICT> ]
    {
        return new Definition.Truncate(names, restart, cascade);
    }
}

Definition CommentDefinition() :
{
    final ObjectKind kind;
    final SqlIdentifier name;
    SqlIdentifier within = null;
    SqlNode text = null;
}
{
    kind = CommentedKind()
    name = CompoundIdentifier()
    [ <ON> [ LOOKAHEAD(2) <DOMAIN> ] within = CompoundIdentifier() ]
    <IS> ( text = StringLiteral() | <NULL> )
    {
        return new Definition.Comment(kind, name, within, text == null ? null : TextOf(text));
    }
}

ObjectKind CommentedKind() :
{
    final ObjectKind kind;
}
{
    <COLUMN> { return ObjectKind.COLUMN; }
|
    <CONSTRAINT> { return ObjectKind.CONSTRAINT; }
|
    <INDEX> { return ObjectKind.INDEX; }
|
    kind = DroppedKind() { return kind; }
}
