package dev.colonnade.sql.vector;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Coded form of vectors of texts, for tests. */
public final class CodedTexts {
  private CodedTexts() {}

  /** Returns a batch with coded texts instead of the plain ones of few values. */
  public static VectorBatch of(VectorBatch batch) {
    Vector[] columns = new Vector[batch.width()];
    for (int i = 0; i < columns.length; i++) {
      Vector column = batch.column(i);
      columns[i] = column instanceof TextVector texts ? of(texts, batch.rowCount()) : column;
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  private static TextVector of(TextVector texts, int rowCount) {
    List<String> entries = new ArrayList<>(List.of("")); // that of NULL, as in cached blocks
    byte[] codes = new byte[rowCount];
    for (int row = 0; row < rowCount; row++) {
      if (!texts.isNull(row)) {
        // No row that is not NULL has the first code.
        int code = entries.subList(1, entries.size()).indexOf(texts.text(row)) + 1;
        if (code == 0) {
          code = entries.size();
          entries.add(texts.text(row));
        }
        codes[row] = (byte) code;
      }
    }
    if (entries.size() > 0xFF) {
      return texts;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] starts = new int[entries.size()];
    int[] lengths = new int[entries.size()];
    for (int code = 0; code < starts.length; code++) {
      byte[] entry = entries.get(code).getBytes(StandardCharsets.UTF_8);
      starts[code] = bytes.size();
      lengths[code] = entry.length;
      bytes.writeBytes(entry);
    }
    return TextVector.coded(bytes.toByteArray(), starts, lengths, codes, texts.nulls());
  }
}
