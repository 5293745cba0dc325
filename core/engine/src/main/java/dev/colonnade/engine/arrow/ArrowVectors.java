package dev.colonnade.engine.arrow;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Conversion of column pages to vectors of the Arrow library, for applications that embed it. */
public final class ArrowVectors {
  private ArrowVectors() {}

  /**
   * Returns the rows of a page as vectors without a copy: they share the page's memory and keep it
   * alive. The memory of the request is held until the page is closed, so a root whose allocator is
   * that of the request is to be closed before the page. A column of an enum has the positions of
   * its labels.
   */
  public static VectorSchemaRoot of(ColumnPage page, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schemaOf(page.batch().schema()), allocator);
    try (ArrowRecordBatch message = recordBatch(page.batch())) {
      new VectorLoader(root).load(message);
      return root;
    } catch (RuntimeException | Error e) {
      root.close();
      throw e;
    }
  }

  /** Returns the schema of the vectors that pages of these columns become. */
  public static Schema schemaOf(BatchSchema schema) {
    List<Column> columns = schema.columns();
    List<Field> fields = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      fields.add(ArrowFields.of(columns.get(i), schema.valueBits(i)));
    }
    return new Schema(fields);
  }

  private static ArrowRecordBatch recordBatch(ColumnBatch batch) {
    int columnCount = batch.schema().columns().size();
    List<ArrowFieldNode> nodes = new ArrayList<>(columnCount);
    for (int i = 0; i < columnCount; i++) {
      nodes.add(new ArrowFieldNode(batch.rowCount(), batch.nullCount(i)));
    }
    boolean alignBuffers = true;
    return new ArrowRecordBatch(
        batch.rowCount(),
        nodes,
        batch.buffers(),
        NoCompressionCodec.DEFAULT_BODY_COMPRESSION,
        alignBuffers);
  }
}
