package dev.colonnade.sql.explain.format;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the XML format. */
final class XmlWriter extends StructuredWriter {
  @Override
  void begin() {
    out().append("<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n");
  }

  @Override
  void end() {
    out().append("</explain>");
  }

  @Override
  void startMember(boolean isFirst, boolean isLabelled) {
    out().repeat("  ", depth() + 1);
  }

  @Override
  void opened(String type, @Nullable String label, boolean isNamed) {
    out().append('<').append(name(type)).append(">\n");
  }

  @Override
  void closed(String type, boolean isNamed) {
    out().repeat("  ", depth() + 1).append("</").append(name(type)).append(">\n");
  }

  @Override
  void value(String key, String value, boolean isLiteral) {
    startMember();
    element(key, value);
  }

  private void element(String key, String value) {
    String name = name(key);
    out().append('<').append(name).append('>');
    out().append(escaped(value));
    out().append("</").append(name).append(">\n");
  }

  @Override
  void items(String key, List<String> items) {
    startMember();
    opened(key, null, false);
    for (String item : items) {
      out().repeat("  ", depth() + 2);
      element("Item", item);
    }
    closed(key, false);
  }

  @Override
  void nestedItems(String key, List<String> items) {
    items(key, items);
  }

  /** Returns the name of an element: other characters than those of names become hyphens. */
  private static String name(String key) {
    return key.replaceAll("[^A-Za-z0-9_.-]", "-");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#x0d;");
  }
}
