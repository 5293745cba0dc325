package dev.colonnade.sql.explain.format;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;

/** Named property of a displayed operator or of a whole execution. */
public sealed interface ExplainProperty {
  /** Formats that show a property. */
  enum Audience {
    ALL,
    TEXT,
    STRUCTURED
  }

  Audience audience();

  /** Returns whether the text format shows the property. */
  default boolean isInText() {
    return audience() != Audience.STRUCTURED;
  }

  /** Returns whether XML, JSON and YAML show the property. */
  default boolean isStructured() {
    return audience() != Audience.TEXT;
  }

  /**
   * Single value.
   *
   * @param isLiteral whether the value is a number or a boolean, which JSON and YAML do not quote
   */
  record Value(String key, String value, boolean isLiteral, Audience audience)
      implements ExplainProperty {
    public Value {
      requireNonNull(key, "key is null");
      requireNonNull(value, "value is null");
      requireNonNull(audience, "audience is null");
    }
  }

  /** List of texts, separated by commas in the text format. */
  record Items(String key, List<String> items) implements ExplainProperty {
    public Items {
      requireNonNull(key, "key is null");
      items = List.copyOf(items);
    }

    @Override
    public Audience audience() {
      return Audience.ALL;
    }
  }

  /** Empty list, in structured formats only. */
  record EmptyList(String key) implements ExplainProperty {
    public EmptyList {
      requireNonNull(key, "key is null");
    }

    @Override
    public Audience audience() {
      return Audience.STRUCTURED;
    }
  }

  /** Grouping sets of an aggregation. */
  record GroupingSets(List<GroupingSet> sets) implements ExplainProperty {
    public GroupingSets {
      sets = List.copyOf(sets);
    }

    @Override
    public Audience audience() {
      return Audience.ALL;
    }
  }

  /**
   * Grouping sets that are aggregated together.
   *
   * @param key {@code Hash Key} or {@code Group Key}
   * @param keys expressions of each grouping set
   */
  record GroupingSet(String key, List<List<String>> keys) {
    public GroupingSet {
      requireNonNull(key, "key is null");
      keys = keys.stream().map(List::copyOf).toList();
    }
  }

  /** Returns a text that all formats show. */
  static ExplainProperty text(String key, String value) {
    return new Value(key, value, false, Audience.ALL);
  }

  /** Returns a line of the text format. */
  static ExplainProperty line(String key, String value) {
    return new Value(key, value, false, Audience.TEXT);
  }

  /** Returns a text that structured formats show. */
  static ExplainProperty structured(String key, String value) {
    return new Value(key, value, false, Audience.STRUCTURED);
  }

  /** Returns an integer that structured formats show. */
  static ExplainProperty structured(String key, long value) {
    return new Value(key, Long.toString(value), true, Audience.STRUCTURED);
  }

  /** Returns a number that structured formats show with so many digits after the point. */
  static ExplainProperty structured(String key, double value, int digits) {
    String number = String.format(Locale.ROOT, "%." + digits + "f", value);
    return new Value(key, number, true, Audience.STRUCTURED);
  }

  /** Returns a boolean that structured formats show. */
  static ExplainProperty structured(String key, boolean value) {
    return new Value(key, Boolean.toString(value), true, Audience.STRUCTURED);
  }
}
