<#-- Views through which rows are changed. -->

Definition.CheckClause ViewCheckClause() :
{
    final Span s;
    View.CheckOption option = View.CheckOption.CASCADED;
}
{
    <WITH> { s = span(); }
    [ <CASCADED> | <LOCAL> { option = View.CheckOption.LOCAL; } ]
    <CHECK> <OPTION>
    {
        return new Definition.CheckClause(option, s.pos());
    }
}
