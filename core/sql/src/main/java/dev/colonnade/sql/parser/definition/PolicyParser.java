package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parser of CREATE POLICY and ALTER POLICY. */
final class PolicyParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final OptionParser options;

  PolicyParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.options = options;
  }

  /** Returns the definition behind CREATE POLICY. */
  Definition create(int position) {
    String name = grammar.names().column();
    tokens.expect(Keyword.ON);
    QualifiedName table = grammar.names().any();
    boolean isPermissive = !tokens.accept(Keyword.AS) || isPermissive();
    String command = tokens.accept(Keyword.FOR) ? command() : "ALL";
    return new PrivilegeDefinition.CreatePolicy(
        name, table, isPermissive, command, clauses(), position);
  }

  private boolean isPermissive() {
    int position = tokens.position();
    String kind = grammar.names().word();
    return switch (kind) {
      case "permissive" -> true;
      case "restrictive" -> false;
      default ->
          throw tokens.error(
              ErrorCode.SYNTAX_ERROR,
              "unrecognized row security option \"%s\"".formatted(kind),
              position);
    };
  }

  private String command() {
    for (Keyword keyword :
        List.of(Keyword.ALL, Keyword.SELECT, Keyword.INSERT, Keyword.UPDATE, Keyword.DELETE)) {
      if (tokens.accept(keyword)) {
        return keyword.name();
      }
    }
    throw tokens.unexpected();
  }

  private PrivilegeDefinition.PolicyClauses clauses() {
    List<RoleName> roles = tokens.accept(Keyword.TO) ? options.roles() : List.of();
    Expression using = tokens.accept(Keyword.USING) ? parenthesized() : null;
    Expression check = null;
    if (tokens.accept(Keyword.WITH)) {
      tokens.expect(Keyword.CHECK);
      check = parenthesized();
    }
    return new PrivilegeDefinition.PolicyClauses(roles, using, check);
  }

  private Expression parenthesized() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    Expression expression = grammar.expression();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return expression;
  }

  /** Returns the definition behind the name of ALTER POLICY; null if it is another one. */
  @Nullable Definition alter(ObjectName policy, int position) {
    boolean isOther =
        !tokens.at(Keyword.TO) && !tokens.at(Keyword.USING) && !tokens.at(Keyword.WITH);
    boolean isEmpty = tokens.at(TokenKind.END) || tokens.at(TokenKind.SEMICOLON);
    if (isOther && !isEmpty) {
      return null;
    }
    return new PrivilegeDefinition.AlterPolicy(
        policy.name().last(), Objects.requireNonNull(policy.table()), clauses(), position);
  }
}
