package dev.colonnade.sql.parser.token;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of names: what a keyword may name depends on its category. */
public final class Names {
  private final TokenStream tokens;

  public Names(TokenStream tokens) {
    this.tokens = requireNonNull(tokens, "tokens is null");
  }

  /** Returns whether a token ahead is the name of a column or table. */
  public boolean isColumn(int ahead) {
    Keyword keyword = tokens.keyword(ahead);
    return keyword == null ? tokens.at(ahead, TokenKind.IDENTIFIER) : keyword.isColumnName();
  }

  /** Returns whether a token ahead is the name of a function or type. */
  public boolean isFunction(int ahead) {
    Keyword keyword = tokens.keyword(ahead);
    return keyword == null ? tokens.at(ahead, TokenKind.IDENTIFIER) : keyword.isFunctionName();
  }

  /** Returns whether the current token is a label without AS. */
  public boolean isBareLabel() {
    Keyword keyword = tokens.keyword();
    return keyword == null ? tokens.at(TokenKind.IDENTIFIER) : keyword.isBareLabel();
  }

  /** Returns the name of a column, table or the like. */
  public String column() {
    return take(isColumn(0));
  }

  /** Returns the name of a function or type without a schema. */
  public String function() {
    return take(isFunction(0));
  }

  /** Returns a word that is not reserved. */
  public String word() {
    Keyword keyword = tokens.keyword();
    return take(
        keyword == null
            ? tokens.at(TokenKind.IDENTIFIER)
            : keyword.category() != Keyword.Category.RESERVED);
  }

  /** Returns a word that is not reserved, or a string. */
  public String wordOrString() {
    return tokens.at(TokenKind.STRING) ? tokens.string() : word();
  }

  /** Returns a label behind AS or a dot: any keyword. */
  public String label() {
    return take(tokens.keyword() != null || tokens.at(TokenKind.IDENTIFIER));
  }

  /** Returns a name if the current token is one, otherwise null. */
  public @Nullable String optionalColumn() {
    return isColumn(0) ? column() : null;
  }

  /** Returns names with commas between them. */
  public List<String> columns() {
    return tokens.list(this::column);
  }

  /** Returns names in parentheses, none if there are no parentheses. */
  public List<String> optionalColumns() {
    return tokens.at(TokenKind.LEFT_PARENTHESIS) ? tokens.parenthesized(this::column) : List.of();
  }

  /** Returns the name of a relation, of three names at most. */
  public QualifiedName relation() {
    int position = tokens.position();
    String first = column();
    if (!tokens.at(TokenKind.DOT) && !tokens.at(TokenKind.LEFT_BRACKET)) {
      return QualifiedName.of(first, position);
    }
    List<String> parts = new ArrayList<>();
    parts.add(first);
    while (tokens.accept(TokenKind.DOT)) {
      if (tokens.accept(TokenKind.STAR)) {
        throw tokens.unexpected();
      }
      parts.add(label());
    }
    QualifiedName name = new QualifiedName(parts, position);
    if (tokens.at(TokenKind.LEFT_BRACKET)) {
      throw tokens.unexpected();
    }
    return requireThree(name);
  }

  /** Returns a name that is longer than three names only if it is an error elsewhere. */
  public QualifiedName any() {
    int position = tokens.position();
    String first = column();
    return tokens.at(TokenKind.DOT)
        ? new QualifiedName(attributes(first), position)
        : QualifiedName.of(first, position);
  }

  /** Returns the name of a function with its schema. */
  public QualifiedName functionName() {
    int position = tokens.position();
    if (!tokens.at(1, TokenKind.DOT)) {
      return QualifiedName.of(function(), position);
    }
    String first = column();
    List<String> parts = attributes(first);
    return new QualifiedName(parts, position);
  }

  /** Returns a name and the names behind it, each with a dot before it. */
  public List<String> attributes(String first) {
    List<String> parts = new ArrayList<>();
    parts.add(first);
    while (tokens.accept(TokenKind.DOT)) {
      parts.add(label());
    }
    return parts;
  }

  private QualifiedName requireThree(QualifiedName name) {
    if (name.parts().size() > 3) {
      throw tokens.error(
          "improper qualified name (too many dotted names): " + name.dotted(), name.position());
    }
    return name;
  }

  private String take(boolean accepted) {
    if (!accepted) {
      throw tokens.unexpected();
    }
    String name = tokens.value();
    tokens.advance();
    return Identifiers.truncate(name);
  }
}
