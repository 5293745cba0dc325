package dev.colonnade.sql.compare;

import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text form of statements with PostgreSQL's answers, for machines without PostgreSQL. A line begins
 * with its kind and a space:
 *
 * <pre>
 *   tables t0 t1             a new schema begins; its tables
 *   define create ...        a statement that creates or fills them
 *   query 2,1 true select    a query, the keys of its order, and whether digits are ignored
 *   change - false update    a statement that changes rows and is rolled back; its answer is
 *                            followed by those of "select *" from all tables
 *   error 22012              the answer is an error
 *   changed 3                the answer is a number of rows
 *   names, types, row        the answer has rows; values are separated by tabs
 * </pre>
 */
final class RecordedAnswers {
  private static final String NULL = "\\N";

  private final StringBuilder text = new StringBuilder();

  /** Schema with its statements. */
  record Round(List<String> tables, List<String> definitions, List<Entry> entries) {}

  /** Statement with its answer, and for a change those of the tables after it. */
  record Entry(String sql, boolean isChange, AnswerComparison comparison, List<Answer> answers) {}

  void add(Schema schema) {
    List<String> names = schema.tables().stream().map(TableDefinition::name).toList();
    line("tables", String.join(" ", names));
    schema.statements().forEach(sql -> line("define", sql));
  }

  void add(Entry entry) {
    List<String> keys = entry.comparison().orderKeys().stream().map(String::valueOf).toList();
    line(
        entry.isChange() ? "change" : "query",
        (keys.isEmpty() ? "-" : String.join(",", keys))
            + " "
            + entry.comparison().ignoresDigits()
            + " "
            + entry.sql());
    entry.answers().forEach(this::add);
  }

  private void add(Answer answer) {
    if (answer.isFailure()) {
      line("error", answer.sqlState());
    } else if (answer.names().isEmpty()) {
      line("changed", Long.toString(answer.changed()));
    } else {
      line("names", fields(answer.names()));
      line("types", fields(answer.types()));
      answer.rows().forEach(row -> line("row", fields(row)));
    }
  }

  private void line(String kind, String rest) {
    text.append(kind).append(' ').append(rest).append('\n');
  }

  private static String fields(List<? extends @Nullable String> values) {
    return String.join("\t", values.stream().map(RecordedAnswers::escape).toList());
  }

  private static String escape(@Nullable String value) {
    return value == null
        ? NULL
        : value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
  }

  private static @Nullable String unescape(String field) {
    return field.equals(NULL)
        ? null
        : field.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
  }

  String text() {
    return text.toString();
  }

  /** Returns the rounds of a text. */
  static List<Round> parse(String text) {
    List<Round> rounds = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    for (String line : text.lines().toList()) {
      int space = line.indexOf(' ');
      String rest = line.substring(space + 1);
      switch (line.substring(0, space)) {
        case "tables" ->
            rounds.add(
                new Round(List.of(rest.split(" ", -1)), new ArrayList<>(), new ArrayList<>()));
        case "define" -> rounds.getLast().definitions().add(rest);
        case "query", "change" -> {
          answers = new ArrayList<>();
          rounds.getLast().entries().add(entry(rest, line.startsWith("change"), answers));
        }
        case "error" -> answers.add(Answer.failure(rest, "recorded"));
        case "changed" -> answers.add(Answer.changed(Long.parseLong(rest)));
        case "names" ->
            answers.add(Answer.rows(List.of(rest.split("\t", -1)), List.of(), List.of()));
        case "types" -> answers.add(withTypes(answers.removeLast(), List.of(rest.split("\t", -1))));
        case "row" -> answers.add(withRow(answers.removeLast(), rest));
        default -> throw new IllegalArgumentException("unknown line: " + line);
      }
    }
    return rounds;
  }

  private static Entry entry(String rest, boolean isChange, List<Answer> answers) {
    String[] parts = rest.split(" ", 3);
    List<Integer> keys =
        parts[0].equals("-")
            ? List.of()
            : Arrays.stream(parts[0].split(",", -1)).map(Integer::valueOf).toList();
    AnswerComparison comparison = new AnswerComparison(keys, Boolean.parseBoolean(parts[1]));
    return new Entry(parts[2], isChange, comparison, answers);
  }

  private static Answer withTypes(Answer answer, List<String> types) {
    return Answer.rows(answer.names(), types, answer.rows());
  }

  private static Answer withRow(Answer answer, String rest) {
    List<@Nullable String> row = new ArrayList<>();
    for (String field : rest.split("\t", -1)) {
      row.add(unescape(field));
    }
    List<List<@Nullable String>> rows = new ArrayList<>(answer.rows());
    rows.add(row);
    return Answer.rows(answer.names(), answer.types(), rows);
  }
}
