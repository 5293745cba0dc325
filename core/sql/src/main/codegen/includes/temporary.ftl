<#-- What goes with the session, besides tables. -->

SqlNode TemporaryStatement() :
{
    final Span s;
    final Definition definition;
    final SqlIdentifier name;
    final List<SequenceClause> clauses;
    boolean ifNotExists = false;
    boolean orReplace = false;
}
{
    (
        LOOKAHEAD({ getToken(1).kind == CREATE && TemporaryWords.isSecond(getToken(2).image)
                && TemporaryWords.lead(getToken(1).image, getToken(2).image, getToken(3).image,
            getToken(4).image, getToken(5).image, getToken(6).image) })
        <CREATE> { s = span(); }
        [ <OR> <REPLACE> { orReplace = true; } ]
        [ <LOCAL> | <GLOBAL> ]
        ( <TEMP> | <TEMPORARY> )
        (
            <VIEW> definition = ViewDefinition(orReplace, true)
        |
            <SEQUENCE> ifNotExists = IfNotExists() name = CompoundIdentifier()
            clauses = SequenceClauses()
            { definition = new Definition.CreateSequence(name, ifNotExists, true, clauses); }
        )
        {
            return new SqlDefinition(s.end(this), definition);
        }
    |
        LOOKAHEAD({ false }) <EOF> { return null; }
    )
}
