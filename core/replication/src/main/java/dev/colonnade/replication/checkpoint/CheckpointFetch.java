package dev.colonnade.replication.checkpoint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;

/**
 * Copy of a checkpoint of another member. A copy that was interrupted is resumed if the other
 * member still has the same checkpoint. One thread.
 */
public final class CheckpointFetch {
  private static final String ID_FILE = "id";

  private final UnaryOperator<ByteBuffer> peer;
  private final Path folder;

  /**
   * Creates a copy.
   *
   * @param peer sends a request to the other member and returns the answer; throws a {@code
   *     ColonnadeException} if that fails
   * @param folder folder for the copy and what is needed to resume it
   */
  public CheckpointFetch(UnaryOperator<ByteBuffer> peer, Path folder) {
    this.peer = requireNonNull(peer, "peer is null");
    this.folder = requireNonNull(folder, "folder is null");
  }

  /** Returns the folder of the files of a complete copy. */
  public Path files() {
    return folder.resolve("files");
  }

  /**
   * Copies a checkpoint that contains everything up to an index, and possibly more. Returns the
   * position that it contains.
   */
  public LogPosition copy(long minIndex) {
    CheckpointMessage.Listing listing =
        CheckpointMessage.decodeListing(peer.apply(CheckpointMessage.open(minIndex)));
    if (listing.position().index() < minIndex) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO,
          "checkpoint is too old: index=%d wanted=%d"
              .formatted(listing.position().index(), minIndex));
    }
    try {
      prepare(listing);
      for (CheckpointMessage.FileEntry file : listing.files()) {
        copy(listing, file);
      }
    } catch (IOException e) {
      throw CheckpointSource.failed(e);
    }
    return listing.position();
  }

  /** Removes the files of another checkpoint. */
  private void prepare(CheckpointMessage.Listing listing) throws IOException {
    Path idFile = folder.resolve(ID_FILE);
    String id = listing.id() + " " + listing.position().term();
    if (!Files.exists(idFile) || !Files.readString(idFile).equals(id)) {
      CheckpointSource.delete(folder);
      Files.createDirectories(files());
      Files.writeString(idFile, id);
    }
    Files.createDirectories(files());
  }

  private void copy(CheckpointMessage.Listing listing, CheckpointMessage.FileEntry file)
      throws IOException {
    try (FileChannel out =
        FileChannel.open(
            files().resolve(file.name()), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long offset = Math.min(out.size(), file.bytes());
      out.position(offset);
      while (offset < file.bytes()) {
        int length = (int) Math.min(CheckpointSource.PART_BYTES_MAX, file.bytes() - offset);
        CheckpointMessage.Read read =
            new CheckpointMessage.Read(listing.id(), file.name(), offset, length);
        byte[] part = CheckpointMessage.decodePart(peer.apply(CheckpointMessage.encode(read)));
        if (part.length != length) {
          throw new IOException("part is too short: file=%s offset=%d".formatted(file, offset));
        }
        out.write(ByteBuffer.wrap(part));
        offset += length;
      }
    }
  }

  /** Deletes the copy, or what is left after its files were moved. */
  public void delete() {
    CheckpointSource.delete(folder);
  }
}
