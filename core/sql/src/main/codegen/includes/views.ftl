<#-- Views through which rows are changed. -->

Definition.CheckClause ViewCheckClause() :
{
    final Span s;
    CheckOption option = CheckOption.CASCADED;
}
{
    <WITH> { s = span(); }
    [ <CASCADED> | <LOCAL> { option = CheckOption.LOCAL; } ]
    <CHECK> <OPTION>
    {
        return new Definition.CheckClause(option, s.pos());
    }
}
