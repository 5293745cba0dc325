package dev.colonnade.sql.execute.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillDirectoryTest {
  private static final List<VectorType> TYPES = List.of(VectorType.of(TypeKind.BIGINT));

  @TempDir Path parent;

  @Test
  void shouldDeleteTheFilesOfAProcessThatCrashed() throws IOException {
    Path path = parent.resolve("spill");
    SpillWriter left =
        new SpillWriter(new SpillDirectory(path).newSpace(SpillSpace.UNLIMITED), TYPES);
    left.append(numbers(10));
    Files.createDirectories(path.resolve("a/b"));
    Files.writeString(path.resolve("a/b/c"), "text");
    assertThat(path).isNotEmptyDirectory();
    try (SpillDirectory directory = new SpillDirectory(path)) {
      assertThat(path).isEmptyDirectory();
      assertThat(directory.fileCount()).isZero();
    }
  }

  @Test
  void shouldDeleteTheFilesOfAQueryWithIt() {
    try (SpillDirectory directory = new SpillDirectory(parent.resolve("new/spill"))) {
      SpillSpace space = directory.newSpace(SpillSpace.UNLIMITED);
      SpillSpace other = directory.newSpace(SpillSpace.UNLIMITED);
      SpillWriter first = new SpillWriter(space, TYPES);
      first.append(numbers(1000));
      SpillWriter second = new SpillWriter(space, TYPES);
      second.append(numbers(1000));
      new SpillWriter(other, TYPES).append(numbers(1000));
      assertThat(directory.fileCount()).isEqualTo(3);
      assertThat(space.bytes()).isEqualTo(first.bytes() + second.bytes());
      assertThat(directory.bytes()).isEqualTo(space.bytes() + other.bytes());
      long written = space.bytes();
      first.close();
      first.close();
      assertThat(space.bytes()).isEqualTo(second.bytes());
      assertThat(space.bytesWritten()).isEqualTo(written);
      space.close();
      second.close();
      assertThat(directory.fileCount()).isEqualTo(1);
      assertThat(directory.bytes()).isEqualTo(other.bytes());
      assertThat(directory.path()).isDirectoryContaining("glob:**.arrow");
      other.close();
      assertThat(directory.path()).isEmptyDirectory();
      assertThat(directory.bytes()).isZero();
      assertThat(directory.filesCreated()).isEqualTo(3);
      assertThat(directory.bytesWritten()).isGreaterThan(written);
    }
  }

  @Test
  void shouldLimitTheBytesOfAQuery() {
    try (SpillDirectory directory = new SpillDirectory(parent)) {
      SpillSpace space = directory.newSpace(64 << 10);
      SpillWriter first = new SpillWriter(space, TYPES);
      first.append(numbers(4000));
      SpillWriter second = new SpillWriter(space, TYPES);
      second.append(numbers(4000));
      SpillWriter third = new SpillWriter(space, TYPES);
      assertThatThrownBy(() -> third.append(numbers(4000)))
          .hasMessage("temporary file size exceeds temp_file_limit (64kB)")
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TEMPORARY_FILE_LIMIT);
                assertThat(e.sqlState()).isEqualTo("53400");
              });
      first.close();
      new SpillWriter(space, TYPES).append(numbers(3500));
      space.close();
      assertThat(parent).isEmptyDirectory();
    }
  }

  @Test
  void shouldCreateAFolderAgainThatWasRemoved() throws IOException {
    Path path = parent.resolve("spill");
    SpillDirectory directory = new SpillDirectory(path);
    SpillSpace space = directory.newSpace(SpillSpace.UNLIMITED);
    Files.delete(path);
    SpillWriter writer = new SpillWriter(space, TYPES);
    writer.append(numbers(1));
    assertThat(path).isNotEmptyDirectory();
    writer.close();
    space.close();
    assertThat(path).isEmptyDirectory();
  }

  @Test
  void shouldReportAFolderThatCannotBeWritten() throws IOException {
    Path path = parent.resolve("spill");
    SpillDirectory directory = new SpillDirectory(path);
    SpillSpace space = directory.newSpace(SpillSpace.UNLIMITED);
    Files.delete(path);
    Files.writeString(path, "a file");
    assertThatThrownBy(() -> new SpillWriter(space, TYPES).append(numbers(1)))
        .hasMessageContaining("could not create a temporary file")
        .hasMessageContaining(path.toString())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.sqlState()).isEqualTo("58030"));
    assertThatThrownBy(() -> new SpillDirectory(path))
        .hasMessageContaining("could not open the directory of temporary files");
    space.close();
  }

  @Test
  void shouldReportAFullDisk() {
    assertThat(
            SpillFile.failure(
                "write a temporary file", parent, new IOException("No space left on device")))
        .extracting(ColonnadeException::code)
        .isEqualTo(ErrorCode.DISK_FULL);
  }

  private static VectorBatch numbers(int count) {
    long[] values = new Random(count).longs(count).toArray();
    return new VectorBatch(count, new LongVector(values, null));
  }
}
