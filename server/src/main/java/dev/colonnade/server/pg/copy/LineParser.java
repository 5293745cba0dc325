package dev.colonnade.server.pg.copy;

/** Parser that splits one line into fields. */
sealed interface LineParser permits TextLineParser, CsvLineParser, JsonLineParser {
  /** Adds the fields of the line in {@code bytes} from {@code from} up to {@code to}. */
  void read(byte[] bytes, int from, int to, TextFieldBuilder fields);
}
