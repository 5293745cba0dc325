<#-- EXPLAIN as PostgreSQL writes it: options in parentheses, or ANALYZE and VERBOSE as words. -->

SqlNode ExplainStatement() :
{
    final Span s;
    final ExplainOptions.Builder options = ExplainOptions.builder();
    final SqlNode statement;
}
{
    <EXPLAIN> { s = span(); }
    [ <ANALYZE> { options.set("analyze", ""); } ]
    [ <VERBOSE> { options.set("verbose", ""); } ]
    ExplainOptionList(options)
    statement = QueryOrChange()
    {
        return new SqlExplainQuery(s.end(this), statement, options.build());
    }
}

<#-- Read word by word: names and values of options may be key words of all kinds. -->
void ExplainOptionList(ExplainOptions.Builder options) :
{
}
{
    {
        if (getToken(0).kind == EXPLAIN && getToken(1).kind == LPAREN
                && !beginsQuery(getToken(2).kind)) {
            do {
                getNextToken();
                if (getToken(1).kind == COMMA || getToken(1).kind == RPAREN) {
                    throw generateParseException();
                }
                final String name = getNextToken().image;
                final SqlParserPos pos = getPos();
                String value = "";
                if (getToken(1).kind == MINUS || getToken(1).kind == PLUS) {
                    value = getNextToken().image;
                }
                if (getToken(1).kind != COMMA && getToken(1).kind != RPAREN) {
                    value += getNextToken().image;
                }
                options.set(name, value, pos);
            } while (getToken(1).kind == COMMA);
            if (getToken(1).kind != RPAREN) {
                throw generateParseException();
            }
            getNextToken();
        }
    }
}

JAVACODE
boolean beginsQuery(int kind) {
    return kind == SELECT || kind == VALUES || kind == WITH || kind == TABLE || kind == LPAREN;
}
