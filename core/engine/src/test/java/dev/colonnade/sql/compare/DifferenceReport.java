package dev.colonnade.sql.compare;

import dev.colonnade.sql.compare.Shrinker.Case;
import dev.colonnade.sql.compare.statement.Node;
import dev.colonnade.sql.compare.statement.TestStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Differences by class, with the smallest example of each. */
final class DifferenceReport {
  private static final Set<String> COMMON =
      Set.of("", Node.OUTPUT, "from", "where", "total order", "null", "constant");

  /** Features that a reduced statement often needs for its values, but that are not the cause. */
  private static final Set<String> CARRIERS =
      Set.of(
          "values",
          "join",
          "cross join",
          "with",
          "with reference",
          "materialized",
          "not materialized",
          "returning",
          "derived table",
          "case",
          "not",
          "and",
          "is null",
          "cast");

  private static final int ROWS_MAX = 6;

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Integer> kinds = new LinkedHashMap<>();

  /** Class of differences. */
  private record Entry(String key, int count, long seed, String text, int length) {}

  /** Adds a difference that was not reduced, because there are enough of its kind. */
  void add(Difference difference) {
    kinds.merge(difference.kind(), 1, Integer::sum);
  }

  /** Adds a definition that only PostgreSQL accepts. */
  void addDefinition(Difference difference, long seed) {
    add(difference);
    String text =
        difference.detail() + ";\n-- Colonnade: " + difference.actual().describe(1) + "\n";
    Entry known = entries.get(difference.kind());
    int count = known == null ? 1 : known.count() + 1;
    entries.put(difference.kind(), new Entry(difference.kind(), count, seed, text, 0));
  }

  /** Adds a reduced difference. */
  void add(Case found, long seed) {
    add(found.difference());
    String key = classOf(found);
    Entry known = entries.get(key);
    String text = describe(found);
    int length = found.statement().sql().length();
    if (known == null) {
      entries.put(key, new Entry(key, 1, seed, text, length));
    } else if (known.length() <= length) {
      entries.put(
          key, new Entry(key, known.count() + 1, known.seed(), known.text(), known.length()));
    } else {
      entries.put(key, new Entry(key, known.count() + 1, seed, text, length));
    }
  }

  /** Returns the class of a difference: its kind, and the features of the statement. */
  static String classOf(Case found) {
    if (!found.difference().isOfRows()) {
      return found.difference().kind();
    }
    Set<String> features = features(found.statement());
    Set<String> telling = new TreeSet<>(features);
    telling.removeAll(CARRIERS);
    return prefix(found) + String.join(", ", telling.isEmpty() ? features : telling);
  }

  /** Returns whether a difference that is not reduced may be one of a class. */
  static boolean isOfClass(Case found, String name) {
    if (!found.difference().isOfRows()) {
      return found.difference().kind().equals(name);
    }
    return name.startsWith(prefix(found))
        && features(found.statement())
            .containsAll(List.of(name.substring(prefix(found).length()).split(", ", -1)));
  }

  private static String prefix(Case found) {
    return found.difference().kind().startsWith("table") ? "table: " : "rows: ";
  }

  static Set<String> features(TestStatement statement) {
    Set<String> features = new TreeSet<>();
    statement.node().visit(node -> features.add(node.featureName()));
    features.removeAll(COMMON);
    return features;
  }

  /** Returns the statements that reproduce a difference, and both answers. */
  static String describe(Case found) {
    StringBuilder text = new StringBuilder();
    found.schema().statements().forEach(sql -> text.append(sql).append(";\n"));
    text.append(found.statement().sql()).append(";\n");
    if (!found.difference().detail().isEmpty()) {
      text.append("-- ").append(found.difference().detail()).append('\n');
    }
    text.append("-- PostgreSQL: ").append(found.difference().expected().describe(ROWS_MAX));
    text.append("\n-- Colonnade:  ").append(found.difference().actual().describe(ROWS_MAX));
    return text.append('\n').toString();
  }

  Set<String> classes() {
    return entries.keySet();
  }

  /** Returns the number of differences of a kind so far. */
  int count(String kind) {
    return kinds.getOrDefault(kind, 0);
  }

  /** Returns the classes as Markdown, frequent kinds first. */
  String text() {
    StringBuilder text = new StringBuilder();
    List<Entry> sorted = new ArrayList<>(entries.values());
    sorted.sort(Comparator.comparingInt(Entry::count).reversed().thenComparing(Entry::key));
    text.append("## Kinds\n\n");
    kinds.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(
            kind ->
                text.append("- ")
                    .append(kind.getValue())
                    .append(" x ")
                    .append(kind.getKey())
                    .append('\n'));
    text.append("\n## Classes\n");
    for (Entry entry : sorted) {
      text.append(
          "\n### %s (%d, seed %d)\n\n```sql\n%s```\n"
              .formatted(entry.key(), entry.count(), entry.seed(), entry.text()));
    }
    return text.toString();
  }
}
