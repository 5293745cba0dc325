package dev.colonnade.jdbc.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests of {@link BytesBlob} and {@link TextClob}: positions count from 1, and writes can extend
 * the object.
 */
final class LargeObjectsTest {
  @Test
  void shouldReadAndWriteBytes() throws Exception {
    BytesBlob blob = new BytesBlob(new byte[0]);
    assertThat(blob.setBytes(1, new byte[] {1, 2, 3})).isEqualTo(3);
    try (OutputStream out = blob.setBinaryStream(3)) {
      out.write(new byte[] {7, 8});
    }
    assertThat(blob.length()).isEqualTo(4);
    assertThat(blob.getBytes(1, 100)).containsExactly(1, 2, 7, 8);
    assertThat(blob.getBinaryStream(2, 2).readAllBytes()).containsExactly(2, 7);
    assertThat(blob.position(new byte[] {7, 8}, 1)).isEqualTo(3);
    assertThat(blob.position(new byte[] {9}, 1)).isEqualTo(-1);
    blob.truncate(1);
    assertThat(blob.getBinaryStream().readAllBytes()).containsExactly(1);
    assertThatThrownBy(() -> blob.getBytes(0, 1)).hasMessageContaining("outside of the blob");
    assertThatThrownBy(() -> blob.setBytes(3, new byte[1]))
        .hasMessageContaining("outside of the blob");
  }

  @Test
  void shouldReadAndWriteCharacters() throws Exception {
    TextClob clob = new TextClob("abc");
    assertThat(clob.setString(4, "déf")).isEqualTo(3);
    try (Writer writer = clob.setCharacterStream(1)) {
      writer.write("xy");
    }
    assertThat(clob.getSubString(1, 100)).isEqualTo("xycdéf");
    assertThat(clob.position("cd", 1)).isEqualTo(3);
    assertThat(new String(clob.getAsciiStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("xycdéf");
    clob.truncate(2);
    assertThat(clob.length()).isEqualTo(2);
    assertThatThrownBy(() -> clob.getSubString(4, 1)).hasMessageContaining("outside of the clob");
  }
}
