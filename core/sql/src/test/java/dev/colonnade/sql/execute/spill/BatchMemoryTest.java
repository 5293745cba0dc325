package dev.colonnade.sql.execute.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchMemoryTest {
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);

  private static VectorBatch texts(int count, int length, int longRow, int longLength) {
    VectorBuilder builder = new VectorBuilder(TEXT);
    for (int row = 0; row < count; row++) {
      builder.appendHeld(String.valueOf(row % 10).repeat(row == longRow ? longLength : length));
    }
    return new VectorBatch(count, builder.slice(0, count));
  }

  private static List<VectorBatch> pieces(VectorBatch batch) {
    List<VectorBatch> pieces = new ArrayList<>();
    BatchMemory.pieces(batch).forEach(pieces::add);
    return pieces;
  }

  @Test
  void shouldReturnSmallBatchAsItIs() {
    VectorBatch batch = texts(100, 10, 0, 10);
    assertThat(pieces(batch)).containsExactly(batch);
    assertThat(pieces(new VectorBatch(0))).isEmpty();
  }

  @Test
  void shouldLimitRowsOfPieces() {
    int count = 2 * BatchMemory.PIECE_ROWS_MAX + 5;
    VectorBatch batch = texts(count, 3, 0, 3);
    List<VectorBatch> pieces = pieces(batch);
    assertThat(pieces.stream().map(VectorBatch::rowCount))
        .containsExactly(BatchMemory.PIECE_ROWS_MAX, BatchMemory.PIECE_ROWS_MAX, 5);
    assertThat(RandomBatches.rows(pieces, List.of(TEXT)))
        .isEqualTo(RandomBatches.rows(List.of(batch), List.of(TEXT)));
  }

  @Test
  void shouldLimitBytesOfPiecesButForOneRow() {
    int beyond = (int) BatchMemory.PIECE_BYTES_MAX + 1;
    VectorBatch batch = texts(40, 1 << 20, 7, beyond);
    List<VectorBatch> pieces = pieces(batch);
    for (VectorBatch piece : pieces) {
      assertThat(piece.rowCount() == 1 || BatchMemory.bytes(piece) <= beyond + 200L).isTrue();
    }
    assertThat(pieces).hasSizeBetween(10, 20);
    assertThat(RandomBatches.rows(pieces, List.of(TEXT)))
        .isEqualTo(RandomBatches.rows(List.of(batch), List.of(TEXT)));
  }
}
