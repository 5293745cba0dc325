package dev.colonnade.bench.tpch.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.table.RowBuilder;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.WireType;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Column definition with the access to the column's value in a generated row.
 *
 * @param <E> row type of the generator
 */
record TpchColumn<E>(ColumnDefinition definition, Field<E> field) {
  private static final int MONEY_DIGITS = 15;
  private static final int MONEY_SCALE = 2;

  TpchColumn {
    requireNonNull(definition, "definition is null");
    requireNonNull(field, "field is null");
  }

  static <E> TpchColumn<E> integer(String name, ToIntFunction<E> value) {
    return of(name, WireType.INTEGER, (row, out) -> out.putInt(value.applyAsInt(row)));
  }

  /** Returns an INTEGER column of a value that the generator returns as a long. */
  static <E> TpchColumn<E> key(String name, ToLongFunction<E> value) {
    return integer(name, row -> Math.toIntExact(value.applyAsLong(row)));
  }

  static <E> TpchColumn<E> bigint(String name, ToLongFunction<E> value) {
    return of(name, WireType.BIGINT, (row, out) -> out.putLong(value.applyAsLong(row)));
  }

  /** Returns a NUMERIC(15,2) column of a value in hundredths. */
  static <E> TpchColumn<E> hundredths(String name, ToLongFunction<E> value) {
    return of(
        name,
        WireType.numeric(MONEY_DIGITS, MONEY_SCALE),
        (row, out) -> out.putUnscaled(value.applyAsLong(row)));
  }

  /** Returns a DATE column of a value in days since 1970-01-01. */
  static <E> TpchColumn<E> date(String name, ToIntFunction<E> epochDay) {
    return of(name, WireType.DATE, (row, out) -> out.putInt(epochDay.applyAsInt(row)));
  }

  static <E> TpchColumn<E> character(String name, int length, Function<E, String> value) {
    return of(name, WireType.character(length), (row, out) -> out.putText(value.apply(row)));
  }

  static <E> TpchColumn<E> varchar(String name, int length, Function<E, String> value) {
    return of(name, WireType.varchar(length), (row, out) -> out.putText(value.apply(row)));
  }

  private static <E> TpchColumn<E> of(String name, WireType type, Field<E> field) {
    return new TpchColumn<>(ColumnDefinition.required(name, type), field);
  }

  /** Function that puts one value of a row. */
  interface Field<E> {
    void put(E row, RowBuilder out);
  }
}
