package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content of the file that marks a store as that of a cluster's member.
 *
 * @param cluster name of the cluster
 * @param member name of the member
 */
public record MemberFile(String cluster, String member) {
  private static final Pattern TEXT = Pattern.compile("cluster=(\\S+)\nmember=(\\S+)\n");

  public MemberFile {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(member, "member is null");
  }

  /**
   * Reads the file in the folder of a store; empty if there is none.
   *
   * @throws ColonnadeException STORE_CORRUPT; STORE_IO
   */
  public static Optional<MemberFile> read(Path folder) {
    Path file = folder.resolve(ClusterConfig.MEMBER_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Matcher matcher = TEXT.matcher(Files.readString(file));
      if (!matcher.matches()) {
        throw new ColonnadeException(
            ErrorCode.STORE_CORRUPT, "file of a cluster's member is damaged file=" + file);
      }
      return Optional.of(new MemberFile(matcher.group(1), matcher.group(2)));
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "file of a cluster's member cannot be read cause=" + e, e);
    }
  }

  /** Writes the file. */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
      Path written = folder.resolve(ClusterConfig.MEMBER_FILE + ".new");
      Files.writeString(written, "cluster=%s\nmember=%s\n".formatted(cluster, member));
      Files.move(written, folder.resolve(ClusterConfig.MEMBER_FILE));
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "file of a cluster's member cannot be written cause=" + e, e);
    }
  }
}
