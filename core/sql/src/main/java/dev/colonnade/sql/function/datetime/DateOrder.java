package dev.colonnade.sql.function.datetime;

/** Order of the fields of a date that consists of numbers only. */
public enum DateOrder {
  YMD,
  DMY,
  MDY
}
