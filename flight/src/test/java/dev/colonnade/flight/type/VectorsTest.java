package dev.colonnade.flight.type;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class VectorsTest {
  @Test
  void shouldReplaceDictionariesByTheirValues() {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, null);
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector values = new VarCharVector("values", allocator);
        IntVector indexes =
            new IntVector(
                "color", new FieldType(true, new ArrowType.Int(32, true), encoding), allocator);
        IntVector plain = new IntVector("plain", allocator)) {
      values.setSafe(0, "red".getBytes(UTF_8));
      values.setSafe(1, "blue".getBytes(UTF_8));
      values.setValueCount(2);
      indexes.setSafe(0, 1);
      indexes.setSafe(1, 0);
      indexes.setNull(2);
      indexes.setValueCount(3);
      plain.setValueCount(3);
      List<FieldVector> sent = List.of(indexes, plain);
      try (Vectors decoded =
          Vectors.decoded(sent, new MapDictionaryProvider(new Dictionary(values, encoding)))) {
        assertThat(decoded.vectors().get(0).getObject(0)).hasToString("blue");
        assertThat(decoded.vectors().get(0).getObject(1)).hasToString("red");
        assertThat(decoded.vectors().get(0).isNull(2)).isTrue();
        assertThat(decoded.vectors().get(1)).isSameAs(plain);
        assertThat(decoded.fields(sent))
            .extracting(field -> field.getName() + " " + field.getType())
            .containsExactly("color Utf8", "plain Int(32, true)");
      }
    }
  }
}
