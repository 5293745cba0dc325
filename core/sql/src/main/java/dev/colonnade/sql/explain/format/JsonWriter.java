package dev.colonnade.sql.explain.format;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writer of the JSON format: an array of one object. */
final class JsonWriter extends StructuredWriter {
  @Override
  void begin() {
    out().append('[');
  }

  @Override
  void end() {
    out().append("\n]");
  }

  @Override
  void startMember(boolean isFirst, boolean isLabelled) {
    out().append(isFirst ? "\n" : ",\n");
    indent();
  }

  private void indent() {
    out().repeat("  ", depth() + 1);
  }

  @Override
  void opened(String type, @Nullable String label, boolean isNamed) {
    if (label != null) {
      out().append(quoted(label)).append(": ");
    }
    out().append(isNamed ? '{' : '[');
  }

  @Override
  void closed(String type, boolean isNamed) {
    out().append('\n');
    indent();
    out().append(isNamed ? '}' : ']');
  }

  @Override
  void value(String key, String value, boolean isLiteral) {
    startMember();
    out().append(quoted(key)).append(": ").append(isLiteral ? value : quoted(value));
  }

  @Override
  void items(String key, List<String> items) {
    startMember();
    out().append(quoted(key)).append(": ").append(list(items));
  }

  @Override
  void nestedItems(String key, List<String> items) {
    startMember();
    out().append(list(items));
  }

  /** Returns the items in brackets. */
  static String list(List<String> items) {
    return items.stream().map(JsonWriter::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** Returns a string of JSON. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '"', '\\' -> quoted.append('\\').append(c);
        default -> quoted.append(c < ' ' ? String.format(Locale.ROOT, "\\u%04x", (int) c) : c);
      }
    }
    return quoted.append('"').toString();
  }
}
