package dev.colonnade.shell.completion;

import dev.colonnade.shell.command.CommandHelp;
import dev.colonnade.shell.command.CommandHost;
import dev.colonnade.shell.command.ShellCommands;
import dev.colonnade.shell.output.DisplayOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completer of the shell's commands and their arguments, of SQL keywords, and of the names in the
 * catalog that fit the words before the cursor.
 */
public final class ShellCompleter implements Completer {
  private static final List<String> KEYWORDS =
      List.of(
          """
          ADD ALL ALTER ANALYZE AND AS ASC BEGIN BETWEEN BY CASE CHECK CLOSE COLUMN COMMIT \
          CONSTRAINT COPY CREATE CROSS CURSOR DATABASE DECLARE DEFAULT DELETE DESC DISTINCT DO \
          DOMAIN DROP ELSE END EXCEPT EXECUTE EXISTS EXPLAIN FETCH FOR FOREIGN FROM FULL GRANT \
          GROUP HAVING IF IN INDEX INNER INSERT INTERSECT INTO IS JOIN KEY LATERAL LEFT LIKE LIMIT \
          LISTEN LOCK MERGE NOT NOTIFY NULL NULLS OFFSET ON OR ORDER OVER PARTITION POLICY PREPARE \
          PRIMARY REFERENCES RELEASE RESET RETURNING REVOKE RIGHT ROLE ROLLBACK SAVEPOINT SCHEMA \
          SELECT SEQUENCE SET SHOW TABLE THEN TRANSACTION TRUNCATE TYPE UNION UNIQUE UPDATE UPSERT \
          USING VACUUM VALUES VIEW WHEN WHERE WINDOW WITH\
          """
              .strip()
              .split(" +"));

  private static final String TABLES = "rpvm";
  private static final String TABLES_AND_SEQUENCES = "rpvmS";

  /** Relations of a statement, of which columns are completed. */
  private static final Pattern RELATION =
      Pattern.compile(
          "\\b(?:from|join|update|into|table|on)\\s+((?:[\\w.]+|\"[^\"]+\")+)",
          Pattern.CASE_INSENSITIVE);

  private final CommandHost shell;
  private final CatalogNames names;

  public ShellCompleter(CommandHost shell) {
    this.shell = shell;
    this.names = new CatalogNames(shell);
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word().substring(0, Math.min(line.wordCursor(), line.word().length()));
    List<String> before = new ArrayList<>();
    for (String each : line.words().subList(0, line.wordIndex())) {
      if (!each.isEmpty()) {
        before.add(each);
      }
    }
    for (String candidate : candidates(line.line(), before, word)) {
      boolean isOpen = candidate.endsWith("(") || candidate.endsWith(".");
      candidates.add(new Candidate(candidate, candidate, null, null, null, null, !isOpen));
    }
  }

  /**
   * Returns the candidates for a word.
   *
   * @param before words before it
   */
  List<String> candidates(String line, List<String> before, String word) {
    if (word.startsWith("\\")) {
      return ShellCommands.NAMES;
    }
    String first = before.isEmpty() ? "" : before.getFirst();
    if (first.startsWith("\\")) {
      return argumentsOf(first, before, word);
    }
    String last = before.isEmpty() ? "" : before.getLast().toUpperCase(Locale.ROOT);
    return switch (last) {
      case "FROM",
          "JOIN",
          "INTO",
          "UPDATE",
          "TABLE",
          "ONLY",
          "TRUNCATE",
          "ANALYZE",
          "COPY",
          "VIEW",
          "REFERENCES",
          "VACUUM",
          "LOCK",
          "UPSERT",
          "TO" ->
          relations(last, word);
      case "INDEX" -> names.relations(word, "i");
      case "SEQUENCE" -> names.relations(word, "S");
      case "SCHEMA" -> names.schemas(word);
      case "DATABASE" -> names.databases(word);
      case "ROLE", "USER" -> names.roles(word);
      case "SHOW", "SET", "RESET" -> with(names.settings(word), keywords(word));
      case "TYPE", "DOMAIN" -> names.types(word);
      default -> columnsAndKeywords(line, word);
    };
  }

  private List<String> relations(String last, String word) {
    List<String> relations = names.relations(word, TABLES);
    return switch (last) {
      case "TO" -> with(names.roles(word), keywords(word));
      case "FROM", "JOIN", "UPDATE", "TABLE", "COPY" ->
          with(relations, with(schemasBefore(word), keywords(word)));
      default -> with(relations, schemasBefore(word));
    };
  }

  /** Returns the schemas that begin with a word, each followed by a period. */
  private List<String> schemasBefore(String word) {
    return word.isEmpty() || word.indexOf('.') >= 0
        ? List.of()
        : names.schemas(word).stream().map(schema -> schema + ".").toList();
  }

  private List<String> argumentsOf(String command, List<String> before, String word) {
    boolean isFirst = before.size() == 1;
    return switch (command.replaceAll("\\+$", "")) {
      case "\\c", "\\connect" -> isFirst ? names.databases(word) : names.roles(word);
      case "\\d", "\\dt", "\\copy" ->
          isFirst ? names.relations(word, TABLES_AND_SEQUENCES) : List.of("from", "to");
      case "\\dv" -> names.relations(word, "v");
      case "\\ds" -> names.relations(word, "S");
      case "\\di" -> names.relations(word, "i");
      case "\\df" -> names.functions(word);
      case "\\dT" -> names.types(word);
      case "\\du", "\\dg" -> names.roles(word);
      case "\\dn" -> names.schemas(word);
      case "\\h", "\\help" -> CommandHelp.statementNames();
      case "\\pset" -> isFirst ? DisplayOptions.NAMES : List.of("on", "off");
      case "\\set", "\\unset" -> List.copyOf(shell.variables().all().keySet());
      case "\\x" -> List.of("on", "off", "auto");
      case "\\t", "\\timing" -> List.of("on", "off");
      case "\\format" -> List.of("aligned", "unaligned", "csv", "json");
      default -> List.of();
    };
  }

  /** Returns the columns of the relations that a statement names, functions and keywords. */
  private List<String> columnsAndKeywords(String line, String word) {
    List<String> found = new ArrayList<>();
    Matcher relation = RELATION.matcher(line);
    while (relation.find()) {
      found.addAll(names.columns(relation.group(1), word));
    }
    if (!word.isEmpty()) {
      found.addAll(names.functions(word));
    }
    return with(found, keywords(word));
  }

  private static List<String> with(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** Returns the keywords, in lower case if the word is. */
  private static List<String> keywords(String word) {
    boolean isLower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
    return isLower ? KEYWORDS.stream().map(it -> it.toLowerCase(Locale.ROOT)).toList() : KEYWORDS;
  }
}
