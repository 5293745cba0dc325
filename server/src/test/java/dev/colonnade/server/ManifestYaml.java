package dev.colonnade.server;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the part of YAML that the manifests use: mappings and lists by indentation, lists in
 * brackets, plain and double-quoted scalars, comments on lines of their own. Everything else fails.
 */
final class ManifestYaml {
  private record Line(int number, int indent, String text) {}

  private final List<Line> lines;
  private int at;

  private ManifestYaml(List<Line> lines) {
    this.lines = lines;
  }

  /** Returns the documents of a file. */
  static List<Map<String, Object>> documents(List<String> file) throws IOException {
    List<Map<String, Object>> documents = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i <= file.size(); i++) {
      String line = i == file.size() ? "---" : file.get(i);
      String text = line.strip();
      if (text.equals("---")) {
        ManifestYaml reader = new ManifestYaml(List.copyOf(lines));
        documents.add(reader.mapping(0));
        reader.requireEnd();
        lines.clear();
      } else if (!text.isEmpty() && !text.startsWith("#")) {
        lines.add(new Line(i + 1, line.indexOf(text), text));
      }
    }
    return documents;
  }

  private void requireEnd() {
    if (at < lines.size()) {
      throw new IllegalArgumentException("wrong indentation: " + lines.get(at));
    }
  }

  private @Nullable Line next() {
    return at < lines.size() ? lines.get(at) : null;
  }

  private Map<String, Object> mapping(int indent) throws IOException {
    Map<String, Object> mapping = new LinkedHashMap<>();
    for (Line line = next();
        line != null && line.indent == indent && !line.text.startsWith("- ");
        line = next()) {
      at++;
      entry(line, line.text, indent, mapping);
    }
    return mapping;
  }

  private void entry(Line line, String text, int indent, Map<String, Object> mapping)
      throws IOException {
    int colon = text.indexOf(": ");
    boolean isNested = text.endsWith(":");
    if (colon < 0 && !isNested) {
      throw new IllegalArgumentException("no key and value: " + line);
    }
    String key = isNested ? text.substring(0, text.length() - 1) : text.substring(0, colon);
    Object value = isNested ? nested(line, indent) : scalar(text.substring(colon + 2));
    if (mapping.put(key, value) != null) {
      throw new IllegalArgumentException("a key occurs twice: " + line);
    }
  }

  private Object nested(Line parent, int indent) throws IOException {
    Line first = next();
    if (first == null || first.indent <= indent) {
      throw new IllegalArgumentException("no value: " + parent);
    }
    return first.text.startsWith("- ") ? list(first.indent) : mapping(first.indent);
  }

  private List<Object> list(int indent) throws IOException {
    List<Object> list = new ArrayList<>();
    for (Line line = next();
        line != null && line.indent == indent && line.text.startsWith("- ");
        line = next()) {
      at++;
      Map<String, Object> item = new LinkedHashMap<>();
      entry(line, line.text.substring(2), indent + 2, item);
      item.putAll(mapping(indent + 2));
      list.add(item);
    }
    return list;
  }

  private static Object scalar(String text) throws IOException {
    boolean isJson =
        text.startsWith("[") || text.startsWith("\"") || text.matches("true|false|\\d+");
    return isJson ? new ObjectMapper().readValue(text, new TypeReference<Object>() {}) : text;
  }
}
