package dev.colonnade.sql.function.interval;

/** Field of an interval. */
enum IntervalUnit {
  MICROSECOND,
  MILLISECOND,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  YEAR,
  DECADE,
  CENTURY,
  MILLENNIUM
}
