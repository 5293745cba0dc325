package dev.colonnade.replication;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.storage.cluster.PeerTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates of an authority and of a member at 127.0.0.1, made by keytool. */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private TestCertificates() {}

  /** Creates an authority and a certificate that it has issued, as files in {@code folder}. */
  public static PeerTls make(Path folder, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    keytool(store, "-alias", "authority", "-dname", "CN=authority of " + name, "-ext", "bc:c");
    keytool(
        store,
        "-alias",
        "member",
        "-dname",
        "CN=member",
        "-signer",
        "authority",
        "-ext",
        "san=ip:127.0.0.1");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new PeerTls(
        certificates(folder.resolve(name + "-certificate.pem"), keys, "member"),
        key(folder.resolve(name + "-key.pem"), keys),
        certificates(folder.resolve(name + "-authorities.pem"), keys, "authority"));
  }

  private static void keytool(Path store, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed: " + output);
    }
  }

  private static Path certificates(Path file, KeyStore keys, String alias)
      throws IOException, GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (Certificate certificate : keys.getCertificateChain(alias)) {
      text.append(pem("CERTIFICATE", certificate.getEncoded()));
    }
    return Files.writeString(file, text);
  }

  private static Path key(Path file, KeyStore keys) throws IOException, GeneralSecurityException {
    byte[] secret = keys.getKey("member", PASSWORD.toCharArray()).getEncoded();
    return Files.writeString(file, pem("PRIVATE KEY", secret));
  }

  private static String pem(String name, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + name + "-----\n" + base64 + "\n-----END " + name + "-----\n";
  }
}
