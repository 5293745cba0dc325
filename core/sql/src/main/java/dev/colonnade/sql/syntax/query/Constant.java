package dev.colonnade.sql.syntax.query;

/** Constant. */
public sealed interface Constant extends Expression {
  /** {@code NULL}. */
  record NullConstant(int position) implements Constant {}

  /** {@code TRUE} or {@code FALSE}. */
  record BooleanConstant(boolean value, int position) implements Constant {}

  /** Whole number within 32 bits; a sign before it is part of it. */
  record IntegerConstant(int value, int position) implements Constant {}

  /** Any other number as it is written; a sign before it is part of it. */
  record NumericConstant(String text, int position) implements Constant {}

  /** Character string without a type. */
  record StringConstant(String value, int position) implements Constant {}

  /** Bit string in binary or hexadecimal digits. */
  record BitConstant(boolean hexadecimal, String digits, int position) implements Constant {}

  /** String with its type before it: {@code date '2024-01-05'}. */
  record TypedConstant(TypeName type, String value, int position) implements Constant {}
}
