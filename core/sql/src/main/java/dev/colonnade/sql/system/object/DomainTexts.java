package dev.colonnade.sql.system.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.DeclaredType;
import dev.colonnade.type.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/** Expressions of domains in PostgreSQL's form. */
public final class DomainTexts {
  private static final String VALUE = "value";

  private final SystemCatalogSource source;

  /** Creates the formatter for a session. */
  public DomainTexts(SystemCatalogSource source) {
    this.source = requireNonNull(source, "source is null");
  }

  /** Returns a constraint as it follows CONSTRAINT and the name. */
  public String constraint(DomainType domain, DomainType.Check check, boolean pretty) {
    return "CHECK ("
        + expression(domain, check.text(), pretty)
        + ")"
        + (check.isValidated() ? "" : " NOT VALID");
  }

  /** Returns the default; null if the domain has none. */
  public @Nullable String defaultOf(DomainType domain) {
    String text = domain.defaultText();
    return text == null
        ? null
        : ExpressionText.ofDefault(
            DefaultClause.displayText(text, source.scope()),
            SystemTypes.oidOf(domain.stored(), systemTypeOf(domain)));
  }

  /** Returns the system type of which a domain is; null if it is of another type. */
  private static DomainType.@Nullable Use systemTypeOf(DomainType domain) {
    DomainType.Use base = domain.base();
    return base == null || base.isDomain() ? null : base;
  }

  /** Returns an expression over VALUE. */
  public String expression(DomainType domain, String text, boolean pretty) {
    TableSchema schema =
        TableSchema.builder()
            .column(
                VALUE, new DeclaredType(domain.stored(), domain.base(), DeclaredType.NONE), true)
            .required(Column.HIDDEN_KEY, Plain.BIGINT)
            .key(Column.HIDDEN_KEY)
            .build();
    String shown = source.expression(text, Table.detached(domain.name(), schema), pretty);
    return shown == null ? text : withKeyword(shown);
  }

  /** Returns a text with VALUE as a keyword. */
  private static String withKeyword(String text) {
    Tokens tokens = Lexer.read(text);
    StringBuilder shown = new StringBuilder();
    int done = 0;
    for (int i = 0; i < tokens.count(); i++) {
      boolean isValue =
          !tokens.is(i, TokenKind.STRING)
              && text.startsWith(VALUE, tokens.start(i))
              && tokens.end(i) == tokens.start(i) + VALUE.length();
      if (isValue) {
        shown.append(text, done, tokens.start(i)).append("VALUE");
        done = tokens.end(i);
      }
    }
    return shown.append(text, done, text.length()).toString();
  }
}
