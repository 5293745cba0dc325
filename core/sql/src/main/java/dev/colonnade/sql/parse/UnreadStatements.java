package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.ObjectKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes PostgreSQL's statements that the grammar does not read, as in dumps and migrations.
 * Statements without effect here are accepted; a DROP of an unsupported kind of object reports that
 * the object does not exist; all others are refused by name and not as a syntax error.
 */
final class UnreadStatements {
  /** Maximum length of the examined part of a statement, in characters. */
  private static final int LENGTH_MAX = 10_000;

  /** Blanks and a comment before the first word. */
  private static final Pattern LEAD =
      Pattern.compile("\\s*+(?:--[^\\n]*+|/\\*.*?\\*/)", Pattern.DOTALL);

  private static final String NAME = "((?:\"[^\"]+\"|[\\w$]+)(?:\\.(?:\"[^\"]+\"|[\\w$]+))?)";

  /** Extensions whose functions are built in, or which have none. */
  private static final Set<String> BUILT_IN_EXTENSIONS = Set.of("plpgsql", "uuid-ossp");

  private static final Pattern HARMLESS =
      pattern("(CLUSTER|CHECKPOINT|ALTER DEFAULT PRIVILEGES|REASSIGN OWNED)\\b.*");

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

  private static final Pattern EXTENSION =
      pattern("(CREATE|DROP|COMMENT ON) EXTENSION (IF (?:NOT )?EXISTS )?(\"[^\"]+\"|[\\w-]+).*");

  private static final Pattern ROUTINE =
      pattern(
          "DROP (FUNCTION|PROCEDURE|ROUTINE|AGGREGATE) (IF EXISTS )?"
              + NAME
              + " ?(\\([^)]*\\))?.*");

  private static final Pattern OF_TABLE =
      pattern("DROP (TRIGGER|RULE|POLICY) (IF EXISTS )?" + NAME + " ON " + NAME + ".*");

  private static final Pattern OTHER =
      pattern(
          "DROP (MATERIALIZED VIEW|FOREIGN TABLE|DOMAIN|COLLATION|PUBLICATION|SUBSCRIPTION|SERVER"
              + "|STATISTICS|TABLESPACE|EVENT TRIGGER|LANGUAGE) (IF EXISTS )?"
              + NAME
              + ".*");

  /** Refused statements, by their first words. */
  private static final List<Pattern> REFUSED =
      List.of(
          pattern(
              "(CREATE) (?:OR REPLACE )?(?:CONSTRAINT |TRUSTED |PROCEDURAL |DEFAULT )*"
                  + "(FUNCTION|PROCEDURE|TRIGGER|EVENT TRIGGER|RULE|POLICY|MATERIALIZED VIEW|DOMAIN"
                  + "|AGGREGATE|OPERATOR CLASS|OPERATOR FAMILY|OPERATOR|CAST|COLLATION|CONVERSION"
                  + "|STATISTICS|TEXT SEARCH \\w+|PUBLICATION|SUBSCRIPTION|SERVER|FOREIGN TABLE"
                  + "|FOREIGN DATA WRAPPER|USER MAPPING|TABLESPACE|LANGUAGE|TRANSFORM"
                  + "|ACCESS METHOD|GROUP|TYPE(?!$| \\S+ AS$| \\S+ AS ENUM\\b))\\b.*"),
          pattern("(REFRESH MATERIALIZED VIEW|IMPORT FOREIGN SCHEMA|SECURITY LABEL)\\b.*"),
          pattern("(PREPARE TRANSACTION|COMMIT PREPARED|ROLLBACK PREPARED|LOAD|DROP OWNED)\\b.*"),
          pattern(
              "(ALTER) (SYSTEM|DATABASE|FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|EXTENSION"
                  + "|MATERIALIZED VIEW|DOMAIN|TRIGGER|RULE|POLICY|PUBLICATION|SUBSCRIPTION"
                  + "|TABLESPACE|LANGUAGE|SERVER|OPERATOR|COLLATION|GROUP)\\b.*"),
          pattern("(COMMENT ON) (\\w+(?: \\w+)?)\\b.*"),
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
    Definition taken =
        switch (first) {
          case "ALTER" -> altered(words);
          case "CREATE", "COMMENT" -> extension(words);
          case "DROP" -> dropped(words);
          default -> null;
        };
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

  /**
   * Returns the result of CREATE and DROP EXTENSION: built-in extensions exist already; others do
   * not exist.
   */
  private static @Nullable Definition extension(String words) {
    Matcher matcher = EXTENSION.matcher(words);
    if (!matcher.matches()) {
      return null;
    }
    String command = matcher.group(1).toUpperCase(Locale.ROOT);
    String name = name(matcher.group(3));
    boolean isKnown = BUILT_IN_EXTENSIONS.contains(name);
    if (command.equals("CREATE") && !isKnown) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "extension \"%s\" is not available".formatted(name));
    }
    if (command.equals("DROP")) {
      return missing(
          "DROP EXTENSION",
          matcher.group(2) != null,
          ErrorCode.UNKNOWN_OBJECT,
          "extension \"%s\" does not exist".formatted(name));
    }
    if (!isKnown) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "extension \"%s\" does not exist".formatted(name));
    }
    return new Definition.Accepted(command.equals("CREATE") ? "CREATE EXTENSION" : "COMMENT", null);
  }

  private static @Nullable Definition dropped(String words) {
    Definition extension = extension(words);
    if (extension != null) {
      return extension;
    }
    Matcher routine = ROUTINE.matcher(words);
    if (routine.matches()) {
      String kind = routine.group(1).toLowerCase(Locale.ROOT);
      String arguments = routine.group(4) == null ? "()" : routine.group(4);
      return missing(
          "DROP " + routine.group(1).toUpperCase(Locale.ROOT),
          routine.group(2) != null,
          ErrorCode.UNKNOWN_FUNCTION,
          "%s %s%s does not exist".formatted(kind, routine.group(3), arguments));
    }
    Matcher ofTable = OF_TABLE.matcher(words);
    if (ofTable.matches()) {
      return missing(
          "DROP " + ofTable.group(1).toUpperCase(Locale.ROOT),
          ofTable.group(2) != null,
          ErrorCode.UNKNOWN_OBJECT,
          "%s \"%s\" for relation \"%s\" does not exist"
              .formatted(
                  ofTable.group(1).toLowerCase(Locale.ROOT), ofTable.group(3), ofTable.group(4)));
    }
    Matcher other = OTHER.matcher(words);
    return other.matches()
        ? missing(
            "DROP " + other.group(1).toUpperCase(Locale.ROOT),
            other.group(2) != null,
            ErrorCode.UNKNOWN_OBJECT,
            "%s \"%s\" does not exist"
                .formatted(other.group(1).toLowerCase(Locale.ROOT), other.group(3)))
        : null;
  }

  private static Definition missing(String tag, boolean ifExists, ErrorCode code, String message) {
    if (!ifExists) {
      throw new ColonnadeException(code, message);
    }
    return new Definition.Accepted(tag, message);
  }
}
