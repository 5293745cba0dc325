package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.ObjectKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes PostgreSQL's statements that the grammar does not read, as in dumps and migrations.
 * Statements without effect here are accepted; all others are refused by name and not as a syntax
 * error.
 */
final class UnreadStatements {
  /** Maximum length of the examined part of a statement, in characters. */
  private static final int LENGTH_MAX = 10_000;

  /** Blanks and a comment before the first word. */
  private static final Pattern LEAD =
      Pattern.compile("\\s*+(?:--[^\\n]*+|/\\*.*?\\*/)", Pattern.DOTALL);

  private static final String NAME = "((?:\"[^\"]+\"|[\\w$]+)(?:\\.(?:\"[^\"]+\"|[\\w$]+))?)";

  private static final Pattern HARMLESS = pattern("(CLUSTER|CHECKPOINT)\\b.*");

  private static final Pattern TABLE =
      pattern(
          "ALTER TABLE (IF EXISTS )?(?:ONLY )?"
              + NAME
              + " (?:REPLICA IDENTITY .*|CLUSTER ON .*|SET WITHOUT (?:CLUSTER|OIDS)"
              + "|SET (?:LOGGED|UNLOGGED)|SET TABLESPACE .*|SET ACCESS METHOD heap"
              + "|(?:ENABLE|DISABLE) TRIGGER (?:ALL|USER)|VALIDATE CONSTRAINT .*"
              + "|DISABLE ROW LEVEL SECURITY|NO FORCE ROW LEVEL SECURITY"
              + "|ALTER (?:COLUMN )?\\S+ SET (?:STATISTICS|STORAGE|COMPRESSION) \\S+)");

  private static final Pattern INDEX =
      pattern("ALTER INDEX (IF EXISTS )?" + NAME + " (?:(?:SET|RESET) \\(.*|SET TABLESPACE .*)");

  private static final Pattern UNLOGGED = Pattern.compile("(?i)\\bUNLOGGED\\b");

  /** Refused statements, by their first words. */
  private static final List<Pattern> REFUSED =
      List.of(
          pattern("(CREATE MATERIALIZED VIEW|REFRESH MATERIALIZED VIEW|LOAD)\\b.*"),
          pattern("(PREPARE TRANSACTION|COMMIT PREPARED|ROLLBACK PREPARED)\\b.*"),
          pattern("(ALTER) (MATERIALIZED VIEW)\\b.*"),
          pattern("ALTER TABLE .* (?:ENABLE|FORCE) (ROW LEVEL SECURITY)"),
          pattern("ALTER TABLE .* (?:NO )?(INHERIT|ATTACH PARTITION|DETACH PARTITION)\\b.*"),
          pattern("CREATE TABLE .*\\) (PARTITION BY|INHERITS)\\b.*"),
          pattern("CREATE TABLE .* (PARTITION OF|EXCLUDE)\\b.*"),
          pattern("CREATE TABLE .* GENERATED ALWAYS AS \\(.*(STORED).*"),
          pattern("CREATE .* (COLLATE|COMPRESSION)\\b.*"));

  private UnreadStatements() {}

  private static Pattern pattern(String words) {
    return Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /**
   * The statement of a text that the grammar did not read; null if PostgreSQL has none that begins
   * so.
   *
   * @throws ColonnadeException UNSUPPORTED if it is one that is not there, or what DROP misses
   */
  static @Nullable SqlNode of(String sql) {
    Matcher lead = LEAD.matcher(sql);
    int start = 0;
    while (lead.region(start, sql.length()).lookingAt()) {
      start = lead.end();
    }
    String text = sql.substring(start, Math.min(sql.length(), start + LENGTH_MAX));
    String words = text.strip().replaceAll("\\s+", " ");
    String first = words.split(" ", 3)[0].toUpperCase(Locale.ROOT);
    Definition taken = first.equals("ALTER") ? altered(words) : null;
    if (taken == null && HARMLESS.matcher(words).matches()) {
      taken = new Definition.Accepted(group(HARMLESS, words).toUpperCase(Locale.ROOT), null);
    }
    if (taken != null) {
      return new SqlDefinition(SqlParserPos.ZERO, taken);
    }
    if (pattern("CREATE UNLOGGED TABLE .*").matcher(words).matches()) {
      // No table is lost here, so one that may be lost is a table like all others.
      return StatementParser.parse(UNLOGGED.matcher(sql).replaceFirst("        "));
    }
    refuse(words);
    return null;
  }

  private static String group(Pattern pattern, String words) {
    Matcher matcher = pattern.matcher(words);
    return matcher.matches() ? matcher.group(1) : "";
  }

  private static void refuse(String words) {
    for (Pattern pattern : REFUSED) {
      Matcher matcher = pattern.matcher(words);
      if (matcher.matches()) {
        String name =
            matcher.groupCount() == 1
                ? matcher.group(1)
                : matcher.group(1) + " " + matcher.group(2);
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, name.toUpperCase(Locale.ROOT) + " is not supported");
      }
    }
  }

  private static @Nullable Definition altered(String words) {
    Matcher table = TABLE.matcher(words);
    if (table.matches()) {
      return new Definition.LeaveAsIs(target(ObjectKind.TABLE, table));
    }
    Matcher index = INDEX.matcher(words);
    return index.matches() ? new Definition.LeaveAsIs(target(ObjectKind.INDEX, index)) : null;
  }

  private static Definition.Target target(ObjectKind kind, Matcher matcher) {
    List<String> names =
        Arrays.stream(parts(matcher.group(2))).map(UnreadStatements::name).toList();
    return new Definition.Target(
        kind, new SqlIdentifier(names, SqlParserPos.ZERO), matcher.group(1) != null);
  }

  private static String[] parts(String name) {
    return name.split("\\.(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
  }

  private static String name(String written) {
    return written.startsWith("\"")
        ? written.substring(1, written.length() - 1)
        : written.toLowerCase(Locale.ROOT);
  }
}
