package dev.colonnade.sql.explain.format;

import java.util.List;

/** Output formats of EXPLAIN. */
public enum ExplainFormat {
  TEXT,
  XML,
  JSON,
  YAML;

  /** Returns the rows of the result: one a line for TEXT, one in all for the others. */
  public List<String> lines(ExplainDocument document) {
    return switch (this) {
      case TEXT -> new TextWriter().write(document);
      case XML -> List.of(new XmlWriter().write(document));
      case JSON -> List.of(new JsonWriter().write(document));
      case YAML -> List.of(new YamlWriter().write(document));
    };
  }
}
