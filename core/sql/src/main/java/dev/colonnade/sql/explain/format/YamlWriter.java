package dev.colonnade.sql.explain.format;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the YAML format: a list of one mapping. Texts are quoted as in JSON. */
final class YamlWriter extends StructuredWriter {
  @Override
  void begin() {}

  @Override
  void end() {}

  @Override
  void startMember(boolean isFirst, boolean isLabelled) {
    if (!isFirst || isLabelled) {
      out().append('\n').repeat("  ", depth());
    }
  }

  @Override
  void opened(String type, @Nullable String label, boolean isNamed) {
    if (label == null) {
      out().append("- ");
    } else {
      out().append(label).append(": ");
    }
  }

  @Override
  void closed(String type, boolean isNamed) {}

  @Override
  void value(String key, String value, boolean isLiteral) {
    startMember();
    out().append(key).append(": ").append(isLiteral ? value : JsonWriter.quoted(value));
  }

  @Override
  void items(String key, List<String> items) {
    startMember();
    out().append(key).append(": ");
    for (String item : items) {
      out().append('\n').repeat("  ", depth() + 1).append("- ").append(JsonWriter.quoted(item));
    }
  }

  @Override
  void nestedItems(String key, List<String> items) {
    startMember();
    out().append("- ").append(JsonWriter.list(items));
  }
}
