<#-- Transactions, settings, and what else belongs to a session. -->

SqlNode TransactionStatement() :
{
    final Span s;
    final SessionCommand command;
}
{
    (
        <BEGIN> { s = span(); } [ LOOKAHEAD(1) <WORK> | <TRANSACTION> ]
        command = BeginCommand("BEGIN")
    |
        <START> { s = span(); } <TRANSACTION> command = BeginCommand("START TRANSACTION")
    |
        ( <COMMIT> | <END> ) { s = span(); } [ <WORK> | <TRANSACTION> ]
        command = CommitCommand()
    |
        ( <ROLLBACK> | <ABORT> ) { s = span(); } [ <WORK> | <TRANSACTION> ]
        command = RollbackCommand()
    |
        <SAVEPOINT> { s = span(); } command = SavepointCommand()
    |
        <RELEASE> { s = span(); }
        [ LOOKAHEAD(2, { getToken(2).kind != EOF }) <SAVEPOINT> ]
        command = ReleaseCommand()
    )
    {
        return new SqlSessionCommand(s.end(this), command);
    }
}

SessionCommand BeginCommand(String tag) :
{
    final TransactionModes modes;
}
{
    modes = TransactionModeList() { return new SessionCommand.Begin(tag, modes); }
}

SessionCommand CommitCommand() :
{
    final boolean chain;
}
{
    chain = AndChain() { return new SessionCommand.Commit(chain); }
}

SessionCommand RollbackCommand() :
{
    final boolean chain;
    final SqlIdentifier name;
}
{
    <TO> [ LOOKAHEAD(2, { getToken(2).kind != EOF }) <SAVEPOINT> ] name = SimpleIdentifier() {
        return new SessionCommand.RollbackTo(name.getSimple());
    }
|
    chain = AndChain() { return new SessionCommand.Rollback(chain); }
}

SessionCommand SavepointCommand() :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier() { return new SessionCommand.Savepoint(name.getSimple()); }
}

SessionCommand ReleaseCommand() :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier() { return new SessionCommand.Release(name.getSimple()); }
}

boolean AndChain() :
{
    boolean chain = true;
}
{
    <AND> [ <NO> { chain = false; } ] <CHAIN> { return chain; }
|
    { return false; }
}

TransactionModes TransactionModeList() :
{
    TransactionModes modes = TransactionModes.NONE;
}
{
    [
        modes = TransactionMode(modes)
        ( [ <COMMA> ] modes = TransactionMode(modes) )*
    ]
    {
        return modes;
    }
}

TransactionModes TransactionMode(TransactionModes modes) :
{
}
{
    <ISOLATION> <LEVEL>
    (
        <SERIALIZABLE> { return modes.withIsolation("serializable"); }
    |
        <REPEATABLE> <READ> { return modes.withIsolation("repeatable read"); }
    |
        <READ>
        (
            <COMMITTED> { return modes.withIsolation("read committed"); }
        |
            <UNCOMMITTED> { return modes.withIsolation("read uncommitted"); }
        )
    )
|
    <READ>
    (
        <ONLY> { return modes.withReadOnly(true); }
    |
        <WRITE> { return modes.withReadOnly(false); }
    )
|
    <DEFERRABLE> { return modes.withDeferrable(true); }
|
    <NOT> <DEFERRABLE> { return modes.withDeferrable(false); }
}

SqlNode SessionStatement() :
{
    final Span s;
    final SessionCommand command;
}
{
    (
        <PREPARE> { s = span(); } command = PrepareCommand()
    |
        <EXECUTE> { s = span(); } command = ExecuteCommand()
    |
        <DEALLOCATE> { s = span(); }
        [ LOOKAHEAD(2, { getToken(2).kind != EOF }) <PREPARE> ]
        command = DeallocateCommand()
    |
        <DISCARD> { s = span(); } command = DiscardCommand()
    |
        <LISTEN> { s = span(); } SimpleIdentifier() {
            command = new SessionCommand.Unsupported("LISTEN");
        }
    |
        <NOTIFY> { s = span(); } SimpleIdentifier() [ <COMMA> Literal() ] {
            command = new SessionCommand.Unsupported("NOTIFY");
        }
    |
        <UNLISTEN> { s = span(); } ( <STAR> | SimpleIdentifier() ) {
            command = new SessionCommand.Nothing("UNLISTEN");
        }
    |
        <CLOSE> { s = span(); } command = CloseCommand()
    |
        <LOCK> { s = span(); } [ <TABLE> ] command = LockCommand()
    )
    {
        return new SqlSessionCommand(s.end(this), command);
    }
}

SessionCommand PrepareCommand() :
{
    final SqlIdentifier name;
    final List<SqlDataTypeSpec> types = new ArrayList<SqlDataTypeSpec>();
    SqlDataTypeSpec type;
    final SqlParserPos start;
}
{
    name = SimpleIdentifier()
    [
        <LPAREN> type = DataType() { types.add(type); }
        ( <COMMA> type = DataType() { types.add(type); } )* <RPAREN>
    ]
    <AS> {
        start = new SqlParserPos(getToken(1).beginLine, getToken(1).beginColumn);
    }
    SqlStmt() {
        return new SessionCommand.Prepare(name.getSimple(), types, start);
    }
}

SessionCommand ExecuteCommand() :
{
    final SqlIdentifier name;
    final List<SqlNode> arguments = new ArrayList<SqlNode>();
    SqlNode argument;
}
{
    name = SimpleIdentifier()
    [
        <LPAREN> argument = Expression(ExprContext.ACCEPT_SUB_QUERY) { arguments.add(argument); }
        ( <COMMA> argument = Expression(ExprContext.ACCEPT_SUB_QUERY) { arguments.add(argument); } )*
        <RPAREN>
    ]
    {
        return new SessionCommand.Execute(name.getSimple(), arguments);
    }
}

SessionCommand DeallocateCommand() :
{
    final SqlIdentifier name;
}
{
    <ALL> { return new SessionCommand.Deallocate(null); }
|
    name = SimpleIdentifier() { return new SessionCommand.Deallocate(name.getSimple()); }
}

SessionCommand DiscardCommand() :
{
}
{
    <ALL> { return new SessionCommand.Discard(SessionCommand.Discarded.ALL); }
|
    <PLANS> { return new SessionCommand.Discard(SessionCommand.Discarded.PLANS); }
|
    <SEQUENCES> { return new SessionCommand.Discard(SessionCommand.Discarded.SEQUENCES); }
|
    ( <TEMP> | <TEMPORARY> ) { return new SessionCommand.Discard(SessionCommand.Discarded.TEMP); }
}

SessionCommand CloseCommand() :
{
    final SqlIdentifier name;
}
{
    <ALL> { return new SessionCommand.CloseCursor(null); }
|
    name = SimpleIdentifier() { return new SessionCommand.CloseCursor(name.getSimple()); }
}

SessionCommand LockCommand() :
{
    final List<SqlIdentifier> tables = new ArrayList<SqlIdentifier>();
    SqlIdentifier table;
    String mode = "ACCESS EXCLUSIVE";
    boolean noWait = false;
}
{
    [ LOOKAHEAD(2) <ONLY> ] table = CompoundIdentifier() { tables.add(table); }
    ( <COMMA> [ LOOKAHEAD(2) <ONLY> ] table = CompoundIdentifier() { tables.add(table); } )*
    [ <IN> mode = LockMode() <MODE> ]
    [ <NOWAIT> { noWait = true; } ]
    {
        return new SessionCommand.LockTables(tables, mode, noWait);
    }
}

String LockMode() :
{
}
{
    <ACCESS>
    (
        <SHARE> { return "ACCESS SHARE"; }
    |
        <EXCLUSIVE> { return "ACCESS EXCLUSIVE"; }
    )
|
    <ROW>
    (
        <SHARE> { return "ROW SHARE"; }
    |
        <EXCLUSIVE> { return "ROW EXCLUSIVE"; }
    )
|
    <SHARE>
    (
        <UPDATE> <EXCLUSIVE> { return "SHARE UPDATE EXCLUSIVE"; }
    |
        <ROW> <EXCLUSIVE> { return "SHARE ROW EXCLUSIVE"; }
    |
        { return "SHARE"; }
    )
|
    <EXCLUSIVE> { return "EXCLUSIVE"; }
}

SqlNode SetStatement() :
{
    final Span s;
    final String name;
    final TransactionModes modes;
    boolean local = false;
    List<SqlNode> values = null;
    SqlNode value;
}
{
    <SET> { s = span(); }
    [
        LOOKAHEAD({ (getToken(1).kind == SESSION || getToken(1).kind == LOCAL)
            && getToken(2).kind != EQ && getToken(2).kind != TO })
        ( <SESSION> | <LOCAL> { local = true; } )
    ]
    (
        LOOKAHEAD({ getToken(1).kind == TRANSACTION
            && getToken(2).image.equalsIgnoreCase("snapshot") })
        <TRANSACTION> SimpleIdentifier() value = StringLiteral() {
            return new SqlSessionCommand(s.end(this), new SessionCommand.ImportSnapshot(
                ((SqlLiteral) value).getValueAs(String.class)));
        }
    |
        LOOKAHEAD({ getToken(1).kind == TRANSACTION })
        <TRANSACTION> modes = TransactionModeList() {
            return new SqlSessionCommand(s.end(this), new SessionCommand.SetTransaction(modes));
        }
    |
        LOOKAHEAD({ getToken(1).kind == CHARACTERISTICS && getToken(2).kind == AS })
        <CHARACTERISTICS> <AS> <TRANSACTION> modes = TransactionModeList() {
            return new SqlSessionCommand(s.end(this),
                new SessionCommand.SetCharacteristics(modes));
        }
    |
        LOOKAHEAD({ getToken(1).kind == AUTHORIZATION })
        <AUTHORIZATION> { name = "session_authorization"; }
        ( <DEFAULT_> | value = SettingValue() { values = SqlSetSetting.listOf(values, value); } )
        {
            return new SqlSetSetting(s.end(this), name, values, local);
        }
    |
        LOOKAHEAD({ getToken(1).kind == TIME && getToken(2).kind == ZONE })
        <TIME> <ZONE> { name = "timezone"; }
        (
            <DEFAULT_>
        |
            <LOCAL>
        |
            value = SettingValue() { values = SqlSetSetting.listOf(values, value); }
        )
        {
            return new SqlSetSetting(s.end(this), name, values, local);
        }
    |
        LOOKAHEAD({ getToken(1).kind == NAMES })
        <NAMES> { name = "client_encoding"; }
        ( <DEFAULT_> | value = SettingValue() { values = SqlSetSetting.listOf(values, value); } )
        {
            return new SqlSetSetting(s.end(this), name, values, local);
        }
    |
        LOOKAHEAD({ getToken(1).kind == ROLE && getToken(2).kind != EQ && getToken(2).kind != TO })
        <ROLE> { name = "role"; }
        value = SettingValue() { values = SqlSetSetting.listOf(values, value); }
        {
            return new SqlSetSetting(s.end(this), name, values, local);
        }
    |
        name = SettingName() ( <EQ> | <TO> )
        (
            <DEFAULT_>
        |
            value = SettingValue() { values = SqlSetSetting.listOf(values, value); }
            ( <COMMA> value = SettingValue() { values = SqlSetSetting.listOf(values, value); } )*
        )
        {
            return new SqlSetSetting(s.end(this), name, values, local);
        }
    )
}

SqlNode ResetStatement() :
{
    final Span s;
    final String name;
}
{
    <RESET> { s = span(); }
    (
        <ALL> { name = "all"; }
    |
        LOOKAHEAD({ getToken(1).kind == TIME && getToken(2).kind == ZONE })
        <TIME> <ZONE> { name = "timezone"; }
    |
        LOOKAHEAD({ getToken(1).kind == SESSION && getToken(2).kind == AUTHORIZATION })
        <SESSION> <AUTHORIZATION> { name = "session_authorization"; }
    |
        name = SettingName()
    )
    {
        return SqlSetSetting.reset(s.end(this), name);
    }
}

String SettingName() :
{
    final SqlIdentifier name;
}
{
    name = CompoundIdentifier() {
        return name.toString().toLowerCase(Locale.ROOT);
    }
}

SqlNode SettingValue() :
{
    SqlNode value;
}
{
    (
        LOOKAHEAD(2)
        value = Literal()
    |
        <MINUS> value = UnsignedNumericLiteral() {
            value = SqlLiteral.createCharString("-" + value, getPos());
        }
    |
        <ON> { value = SqlLiteral.createCharString("on", getPos()); }
    |
        value = SimpleIdentifier()
    )
    {
        return value;
    }
}
