package dev.colonnade.sql.block;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declared type of a variable.
 *
 * @param name the type's name as CAST accepts it
 * @param isNamed whether the type is an enum, whose {@code type} is text
 * @param isUser whether the type is not built in, so that it may have constraints
 * @param length the maximum number of characters; {@link SqlType#NONE} if unlimited
 */
record VariableType(SqlType type, String name, boolean isNamed, boolean isUser, int length) {
  private static final Pattern LIMITED =
      Pattern.compile(
          "(?:varchar|character varying|char|character|bpchar)\\s*\\(\\s*(\\d+)\\s*\\)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ONE_LETTER =
      Pattern.compile("char|character", Pattern.CASE_INSENSITIVE);

  private static final Pattern TEXTS =
      Pattern.compile(
          "(?:pg_catalog\\.)?(?:text|varchar|character varying|char|character|bpchar|name|string"
              + "|\"char\")(?:\\s*\\(.*)?",
          Pattern.CASE_INSENSITIVE);

  VariableType {
    requireNonNull(type, "type is null");
    requireNonNull(name, "name is null");
  }

  static VariableType of(SqlType type, String name) {
    Matcher limited = LIMITED.matcher(name);
    int none = ONE_LETTER.matcher(name).matches() ? 1 : SqlType.NONE;
    int length = limited.matches() ? Integer.parseInt(limited.group(1)) : none;
    return new VariableType(
        length != SqlType.NONE && isFixed(name)
            ? new SqlType(TypeKind.CHAR, length, SqlType.NONE)
            : type,
        name,
        type.kind() == TypeKind.TEXT && !TEXTS.matcher(name).matches(),
        isUser(name),
        length);
  }

  /** Returns whether a type is not built in. */
  static boolean isUser(String name) {
    List<String> parts = SqlParser.parseType(name).name().parts();
    return Registry.ofSystem().types().base().find(parts.getLast()) == null;
  }

  private static boolean isFixed(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return (lower.startsWith("char") || lower.startsWith("bpchar")) && !lower.contains("varying");
  }

  /** Returns whether the type has a type modifier, such as a length or precision. */
  boolean isLimited() {
    return name.indexOf('(') >= 0;
  }

  /** Returns the type as error messages write it. */
  String shown() {
    return (isFixed(name) ? "character(" : "character varying(") + length + ")";
  }
}
