<#-- When constraints are checked. -->

SqlNode SetConstraintsStatement() :
{
    final Span s;
    SqlIdentifier name;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    boolean deferred = false;
}
{
    <SET> { s = span(); } <CONSTRAINTS>
    (
        <ALL>
    |
        name = CompoundIdentifier() { names.add(name); }
        ( <COMMA> name = CompoundIdentifier() { names.add(name); } )*
    )
    ( <DEFERRED> { deferred = true; } | <IMMEDIATE> )
    {
        return new SqlSessionCommand(s.end(this), new SessionCommand.SetConstraints(names, deferred));
    }
}

/** Time of the check in the definition of a constraint. */
ConstraintTiming RuleTiming() :
{
    Boolean deferrable = null;
    Boolean deferred = null;
}
{
    (
        LOOKAHEAD(2)
        (
            LOOKAHEAD(2) <NOT> <DEFERRABLE> { deferrable = false; }
        |
            <DEFERRABLE> { deferrable = true; }
        |
            <INITIALLY> ( <DEFERRED> { deferred = true; } | <IMMEDIATE> { deferred = false; } )
        |
            LOOKAHEAD(2) <NOT> <VALID>
        )
    )*
    {
        return ConstraintTiming.of(deferrable, deferred);
    }
}
