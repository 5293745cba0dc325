package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.syntax.OperatorName;
import java.util.List;
import java.util.function.Consumer;

/** Text of SQL that grows. */
final class SqlText {
  private final StringBuilder text = new StringBuilder();

  SqlText add(String part) {
    text.append(part);
    return this;
  }

  /** Adds an identifier, with quotes where it needs them. */
  SqlText name(String name) {
    text.append(Identifiers.quote(name));
    return this;
  }

  /** Adds identifiers with dots between them. */
  SqlText qualified(List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      add(i == 0 ? "" : ".").name(names.get(i));
    }
    return this;
  }

  /** Adds identifiers in parentheses, nothing for none. */
  SqlText optionalNames(List<String> names) {
    return names.isEmpty() ? this : add(" (").names(names).add(")");
  }

  /** Adds identifiers with commas between them. */
  SqlText names(List<String> names) {
    list(names, this::name);
    return this;
  }

  /** Adds a character string in quotes. */
  SqlText string(String value) {
    text.append('\'').append(value.replace("'", "''")).append('\'');
    return this;
  }

  SqlText operator(OperatorName operator) {
    if (operator.schema().isEmpty()) {
      return add(operator.symbol());
    }
    return add("OPERATOR(").qualified(operator.schema()).add(".").add(operator.symbol()).add(")");
  }

  /** Adds items with commas between them. */
  <T> void list(List<T> items, Consumer<? super T> item) {
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        text.append(", ");
      }
      item.accept(items.get(i));
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
